import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '#contract/activity/runs.ts'
import { leads } from '#contract/leads/leads.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { type EnrichCall, enrichOne, showEnrichCall } from '#contract/prospecting/enrich-one.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher, type FakeAnswer } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Lookups of people called Slow wait until they are let go. */
let letGo = () => {}
const waits = new Promise<void>((resolve) => {
  letGo = resolve
})
const fake = createFakeEnricher(
  { id: 'website', label: 'Fake', enriches: ['email', 'phone'] },
  async ({ name, domain }, want): Promise<FakeAnswer> => {
    if (name?.startsWith('Slow')) await waits
    if (name?.startsWith('Nobody')) return null
    return { values: want === 'email' ? { email: `ann@${domain}` } : { phone: '+4930123456' } }
  },
  { verify: async () => ({ state: 'valid', reason: 'ok' }) },
)

let t: TestApp
let receiver: Server
const received: { headers: Record<string, string>; body: string }[] = []
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t = await testApp({
    sources: [fake.source],
    emailVerifier: createFakeVerifier(() => 'accepts_everything'),
    hostMap: `hook.example=127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  })
})
afterAll(async () => {
  await t?.close()
  receiver.closeAllConnections()
  receiver.close()
})

type Body = Parameters<typeof enrich>[1]
const enrich = async (
  user: TestUser,
  body: { values: Record<string, string>; want: ('email' | 'phone')[]; [more: string]: unknown },
  key?: string,
) => t.call(enrichOne, { body: body as never }, user, key === undefined ? {} : { key })
const ANN: Body = { values: { name: 'Ann Lee', domain: 'acme.example' }, want: ['email'], wait: 30 }
const show = async (user: TestUser, call: EnrichCall, wait = 0) =>
  (await t.call(showEnrichCall, { params: { id: call.id as number }, query: { wait } }, user)).body.data

describe('enriching one lead', () => {
  it('answers at once with the value, its source and its price, and is known the next time', async () => {
    const user = await t.account()
    const answer = await enrich(user, ANN)
    expect([answer.status, answer.body.data], JSON.stringify(answer.error)).toMatchObject([
      200,
      {
        state: 'done',
        cost: 1,
        results: [
          {
            want: 'email',
            state: 'found',
            cost: 1,
            values: [
              { field: 'email', value: 'ann@acme.example', source: 'website', confidence: 0.9 },
              { field: 'email_state', value: 'valid' },
            ],
          },
        ],
      },
    ])
    const again = await enrich(user, ANN)
    expect(again.body.data).toMatchObject({ cost: 0, results: [{ state: 'known', run_id: null }] })
    expect(again.body.data.lead_id).toBe(answer.body.data.lead_id)
    const { data } = (await t.call(runs, { query: {} }, user)).body
    expect(data).toMatchObject([{ kind: 'waterfall', cost: 1 }])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('costs nothing for a miss', async () => {
    const user = await t.account()
    const { data } = (await enrich(user, { ...ANN, values: { name: 'Nobody Lee', domain: 'acme.example' } }))
      .body
    expect(data).toMatchObject({ state: 'done', cost: 0, results: [{ state: 'not_found', values: [] }] })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('says in a dry run what it would cost, and stores nothing', async () => {
    const user = await t.account()
    const answer = await enrich(user, { ...ANN, want: ['email', 'phone'], dry_run: true })
    expect([answer.status, answer.body.data], JSON.stringify(answer.error)).toMatchObject([
      200,
      { id: null, state: 'quoted', credits: { max: 2 }, results: [{ state: 'quoted' }, { state: 'quoted' }] },
    ])
    const { rows } = await t.app.database.pool.query('select 1 from list where account_id = $1', [
      user.accountId,
    ])
    expect(rows).toEqual([])
  })

  it('spends at most max_cost, in the order of the wanted values', async () => {
    const user = await t.account()
    const { data } = (await enrich(user, { ...ANN, want: ['phone', 'email'], max_cost: 1 })).body
    expect(data).toMatchObject({
      cost: 1,
      results: [
        { want: 'phone', state: 'found' },
        { want: 'email', state: 'not_tried', reason: expect.stringContaining('max_cost') },
      ],
    })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('starts once for an Idempotency-Key, and a repeat gets what there is by then', async () => {
    const user = await t.account()
    const slow = { ...ANN, values: { name: 'Slow Lee', domain: 'slow.example' }, wait: 0 }
    const first = await enrich(user, slow, 'one')
    expect([first.status, first.body.data.state]).toEqual([202, 'working'])
    const short = await enrich(user, { ...slow, wait: 0 }, 'one')
    expect([short.status, short.body.data.id]).toEqual([202, first.body.data.id])
    letGo()
    expect(await show(user, first.body.data, 30)).toMatchObject({ state: 'done', cost: 1 })
    const later = await enrich(user, slow, 'one')
    expect([later.status, later.body.data]).toMatchObject([200, { id: first.body.data.id, state: 'done' }])
  })

  it('keeps the lead in the list that is named, if it has the type', async () => {
    const user = await t.account()
    const make = async (type: 'people' | 'local') => (await seedList(t, user, { type })).id
    const id = await make('people')
    const { data } = (await enrich(user, { ...ANN, list_id: id })).body
    expect(data.list_id).toBe(id)
    const found = await t.call(leads, { params: { type: 'people', id }, body: {} }, user)
    expect(found.body.data).toHaveLength(1)
    expect((await enrich(user, { ...ANN, list_id: await make('local') })).status).toBe(409)
  })

  it.each([
    ['an unknown field', { shoe_size: '42' }, 'values.shoe_size'],
    ['a value that can’t be read', { name: 'Ann', email: 'nonsense' }, 'values.email'],
    ['values that identify nobody', { name: 'Ann' }, 'values'],
  ])('refuses %s', async (_what, values, field) => {
    const answer = await enrich(await t.account(), { ...ANN, values: values as never })
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, [field]])
  })

  it('refuses somebody on the suppression list', async () => {
    const user = await t.account()
    await t.call(addSuppressions, { body: { values: ['ann@acme.example'] } }, user)
    const answer = await enrich(user, { ...ANN, values: { email: 'ann@acme.example' }, want: ['phone'] })
    expect(answer.error.message).toContain('suppression list')
  })

  it('is found by its account only', async () => {
    const user = await t.account()
    const { data } = (await enrich(user, ANN)).body
    const other = await t.account()
    expect((await t.call(showEnrichCall, { params: { id: data.id as number } }, other)).status).toBe(404)
  })
})

describe('the callback', () => {
  it('is sent once, signed, when all runs have ended', async () => {
    const user = await t.account()
    const url = 'https://hook.example/done'
    const answer = await enrich(user, { ...ANN, want: ['email', 'phone'], callback_url: url })
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
    const { callback } = answer.body.data
    await expect.poll(() => received.length).toBe(1)
    expect(
      new Webhook(callback?.secret as string).verify(received[0]!.body, received[0]!.headers),
    ).toMatchObject({
      type: 'enrich.finished',
      data: {
        id: answer.body.data.id,
        state: 'done',
        cost: 2,
        results: [{ state: 'found' }, { state: 'found' }],
      },
    })
    await expect.poll(async () => (await show(user, answer.body.data)).callback?.sent_at).not.toBe(null)
    expect(received).toHaveLength(1)
  })

  it.each(['http://acme.example/', 'https://127.0.0.1/', 'nonsense'])('refuses %s', async (callback_url) => {
    const answer = await enrich(await t.account(), { ...ANN, callback_url })
    expect([answer.status, Object.keys(answer.error.fields)]).toEqual([422, ['callback_url']])
  })
})
