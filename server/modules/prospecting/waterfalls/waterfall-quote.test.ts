import { afterAll, beforeAll, expect, it } from 'vitest'
import { quoteWaterfall, saveWaterfall, startWaterfall } from '#contract/prospecting/waterfalls.ts'
import type { LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Shares of all leads that the sources know, independent of each other and of the order of leads. */
const SHARES = [0.5, 0.35, 0.2]
const drawOf = ({ name }: LeadToEnrich, at: number): number => {
  const n = Number(name?.split(' ')[1]) * 3 + at
  return ((Math.imul(n + 1, 2_654_435_761) >>> 0) % 1000) / 1000
}
const fakes = SHARES.map((share, at) =>
  createFakeEnricher({ id: `known-${at}`, enriches: ['email'] }, (lead) =>
    drawOf(lead, at) < share ? { values: { email: `p${at}@${lead.domain}` }, vendorCost: 1 } : null,
  ),
)
const conditions = {
  stop_at: 'any' as const,
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}

let t: TestApp
beforeAll(async () => {
  t = await testApp({
    sources: fakes.map(({ source }) => source),
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
})
afterAll(() => t?.close())

const people = (user: TestUser, from: number, count: number) =>
  seedList(t, user, {
    type: 'people',
    leads: Array.from({ length: count }, (_, n) => ({
      values: {
        name: `Person ${from + n}`,
        company: `Company ${from + n}`,
        domain: `c${from + n}.example`,
      },
    })),
  })

it('a quote after 80 rows is within a fifth of the next 40, and they never cost more than its maximum', async () => {
  const user = await t.account({ credits: 1000 })
  const body = { want: 'email' as const, selection: { filters: {} } }
  const steps = fakes.map((_, at) => ({ source: `known-${at}` }))
  await t.call(saveWaterfall, { params: { want: 'email' }, body: { steps, conditions, version: 0 } }, user)
  const [known, next] = [await people(user, 0, 80), await people(user, 80, 40)]
  const quoteOf = async (id: number) =>
    (await t.call(quoteWaterfall, { body: { ...body, type: 'people', list_id: id } }, user)).body.data
  expect((await quoteOf(known.id)).basis).toBe('default')
  const run = async (id: number) => {
    const started = await t.call(startWaterfall, { params: { type: 'people', id }, body }, user)
    return t.finished(started.body.data.run.id, user)
  }
  await run(known.id)
  const quote = await quoteOf(next.id)
  expect(quote.basis).toBe('history')
  const { cost, counts } = await run(next.id)
  const found = counts.found ?? 0
  expect(found).toBeGreaterThan(20)
  expect(Math.abs(quote.found.expected - found)).toBeLessThanOrEqual(found / 5)
  expect(Math.abs(quote.credits.expected - Number(cost))).toBeLessThanOrEqual(Number(cost) / 5)
  expect(cost).toBeLessThanOrEqual(quote.credits.max)
})
