import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineSource } from '#contract/sources/source-kinds/define.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { sourceContext, testLeadSource } from '#server/testing/lead-source-contract.ts'
import { startVendorDouble, type VendorDouble } from '#server/testing/vendor-double.ts'
import { testVendorFaults } from '#server/testing/vendor-faults.ts'
import {
  type LeadSource,
  requestVendor,
  type SourceContext,
  type SourceCredential,
  searchWithRetry,
} from './index.ts'

const SECRET = 'a-key-that-nobody-may-see'
const TOTAL = 23
const credential: SourceCredential = { id: 1, level: 'account', open: () => ({ key: SECRET }) }

/** A fictional vendor, with an adapter like those of real ones. */
const declaration = defineSource({
  id: 'made-up-vendor',
  label: 'Made-up vendor',
  answers: { people: ['position'] },
  credential: [{ name: 'key', label: 'Key', kind: 'secret' }],
  perMinute: 60,
  terms: { text: 'For tests only', url: null },
})
const Page = z.object({ total: z.int(), data: z.array(z.object({ id: z.string(), full_name: z.string() })) })

let vendor: VendorDouble
const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
beforeAll(async () => {
  vendor = await startVendorDouble(({ query, headers }) => {
    if (headers['x-api-key'] !== SECRET) return { status: 401 }
    const [from, size] = [Number(query.get('from')), Number(query.get('size'))]
    const data = Array.from({ length: Math.max(0, Math.min(size, TOTAL - from)) }, (_, index) => ({
      id: `p${from + index}`,
      full_name: `Sample Person ${from + index}`,
    }))
    return { status: 200, body: JSON.stringify({ total: TOTAL, data }) }
  })
})
afterAll(async () => {
  await outbound.close()
  await vendor.close()
})

const page = async (context: SourceContext, from: number, size: number, timeoutMs = 30_000) =>
  (
    await requestVendor({ declaration, outbound, now: () => new Date(0), timeoutMs }, context, {
      url: `${vendor.url}/people?from=${from}&size=${size}`,
      headers: { 'x-api-key': context.credential?.open().key ?? '' },
      reply: Page,
    })
  ).body
const source: LeadSource = {
  declaration,
  async quote(_query, context) {
    const first = await page(context, 0, context.keys)
    return {
      matched: first.total,
      withoutCoordinates: 0,
      dataAsOf: null,
      keys: first.data.map(({ id }) => id),
      ceiling: null,
    }
  },
  async *search(_query, context) {
    for (let from = Number(context.cursor?.from ?? 0); ; ) {
      const { data } = await page(context, from, context.batchSize)
      if (data.length === 0) return
      from += data.length
      const leads = data.map(({ id, full_name: name }) => ({
        key: id,
        values: { name },
        origin: {
          source: declaration.id,
          url: null,
          method: 'api',
          confidence: 0.8,
          observed_at: null,
          licence: null,
          record: id,
        },
      }))
      yield { leads, cursor: { from } }
    }
  },
}

testLeadSource('a vendor over HTTP', () => ({
  source,
  queries: [{ type: 'people', search: { position: 'Owner' } }],
  context: { credential },
  isMadeUp: true,
}))

testVendorFaults(
  'a vendor over HTTP',
  async (answer) => {
    const heldBack: number[] = []
    const pause = async (seconds: number) => void heldBack.push(seconds)
    const before = vendor.requests.length
    const error = await vendor.answering(answer, () =>
      page(sourceContext({ credential, pauseFor: pause }), 0, 5, answer.hangs ? 50 : undefined).catch(
        (failure: unknown) => failure,
      ),
    )
    return { error, heldBack, requests: vendor.requests.length - before }
  },
  SECRET,
)

it('waits for its slot before every request', async () => {
  const order: string[] = []
  const pace = async () => void order.push('turn')
  await page(sourceContext({ credential, pace }), 0, 1)
  await page(sourceContext({ credential, pace }), 1, 1)
  expect(order).toEqual(['turn', 'turn'])
})

it('continues after the last batch on a temporary error, and gives up on a permanent one', async () => {
  const query = { type: 'people' as const, search: {} }
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(ms)
  const context = sourceContext({ credential, batchSize: 10 })
  const seen: string[] = []
  for await (const { leads } of searchWithRetry(source, { query, context, wait })) {
    seen.push(...leads.map(({ key }) => key))
    if (seen.length === 10) vendor.failOnce({ status: 429, headers: { 'retry-after': '3' } }, { status: 500 })
  }
  expect(new Set(seen).size).toBe(TOTAL)
  expect(seen).toHaveLength(TOTAL)
  expect(pauses).toEqual([3000, 2000])

  vendor.failOnce({ status: 402 })
  const failing = async () => {
    for await (const _batch of searchWithRetry(source, { query, context, wait }));
  }
  await expect(failing()).rejects.toMatchObject({ code: 'quota_exhausted', retryable: false })
  vendor.failOnce({ status: 429, headers: { 'retry-after': '3600' } })
  await expect(failing()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 })
  expect(pauses).toHaveLength(2)
})
