import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads as leadPage, showLead } from '#contract/leads/leads.ts'
import {
  getPhones,
  quoteWaterfall,
  resetWaterfall,
  saveWaterfall,
  sourceHook,
  startWaterfall,
  waterfallSteps,
  waterfalls,
} from '#contract/prospecting/waterfalls.ts'
import {
  type FoundValue,
  type LeadSource,
  type LeadToEnrich,
  ProviderError,
} from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher, fakeValue } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { spentBySource } from '#server/testing/spent-by-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Person 7 of a list: "Person 7" of c7.example. */
const numberOf = ({ name }: LeadToEnrich): number => Number(name?.split(' ')[1])
const mail = (lead: LeadToEnrich, of = 'person') => `${of}${numberOf(lead)}@${lead.domain}`

const first = createFakeEnricher({ id: 'first', enriches: ['email', 'phone'] }, (lead) =>
  numberOf(lead) % 3 === 0
    ? { values: { email: mail(lead), email_state: 'valid', phone: '+12025550100' }, vendorCost: 1 }
    : null,
)
const second = createFakeEnricher({ id: 'second', enriches: ['email'] }, (lead) =>
  numberOf(lead) % 3 === 1 ? { values: { email: mail(lead, 'maybe') }, vendorCost: 1 } : null,
)
let broken: ConstructorParameters<typeof ProviderError>[1] | null = null
const third = createFakeEnricher({ id: 'third', enriches: ['email', 'phone'] }, (lead) => {
  if (broken) throw new ProviderError({ id: 'third', label: 'third' }, broken)
  return numberOf(lead) === 5 ? { values: { email: mail(lead), phone: '+442079460000' } } : null
})
let arrived = new Map<string, string>()
const later = createFakeEnricher(
  { id: 'later', enriches: ['phone'] },
  (lead) => ({ promise: `later-${numberOf(lead)}` }),
  {
    pending: async (reference) => {
      const phone = arrived.get(reference)
      if (phone === undefined) return { state: 'pending', pollAfterSeconds: 0 }
      return {
        state: 'arrived',
        values: (phone ? { phone: fakeValue('later', phone) } : {}) as Record<string, FoundValue>,
      }
    },
  },
)
/** Finds something for everyone. */
const always = createFakeEnricher({ id: 'always', enriches: ['email'] }, (lead) => ({
  values: { email: mail(lead) },
}))
const readHook: LeadSource['readHook'] = (body) => {
  const { reference, phone } = body as { reference: string; phone: string }
  return [{ reference, values: { phone: fakeValue('calling', phone) } }]
}
/** Tokens of a source that sends promised results, by the reference of the promise. */
const hooks = new Map<string, string>()
const calling = createFakeEnricher(
  { id: 'calling', enriches: ['phone'] },
  (lead, _want, hook) => {
    const reference = `order-${numberOf(lead)}/request`
    hooks.set(reference, hook?.split('/').at(-1) ?? '')
    return { promise: reference }
  },
  {
    pending: async () => ({ state: 'pending', pollAfterSeconds: 600 }),
    readHook,
  },
)
/** Parses results that are sent the same way. */
const other = createFakeEnricher({ id: 'other', enriches: ['phone'] }, () => null, { readHook })
const barred = createFakeEnricher({ id: 'barred', enriches: ['email'] }, () => {
  throw new ProviderError({ id: 'barred', label: 'barred' }, 'blocked_by_law')
})
/** Answers when it is stopped. */
const slow = createFakeEnricher({ id: 'slow', enriches: ['email'] }, async (_lead, _want, _hook, signal) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  signal.throwIfAborted()
  return null
})
const fakes = [slow, first, second, third, barred, later, always, calling, other]
const verifier = createFakeVerifier((address) =>
  address.startsWith('maybe') ? 'accepts_everything' : 'mailbox_accepted',
)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: fakes.map(({ source }) => source), emailVerifier: verifier })
})
afterAll(() => t?.close())

async function people(user: TestUser, count: number, values: Record<string, string | null> = {}) {
  return seedList(t, user, {
    type: 'people',
    leads: Array.from({ length: count }, (_, n) => ({
      values: { name: `Person ${n}`, company: `Company ${n}`, domain: `c${n}.example`, ...values },
    })),
  })
}

const ALL = { filters: {} }
const steps = (...sources: string[]) => sources.map((source) => ({ source, max_credits: null }))
const CONDITIONS = {
  stop_at: 'any' as const,
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}

const request = (user: TestUser, want: 'email' | 'phone', sources: string[], conditions = {}) =>
  t.call(
    saveWaterfall,
    {
      params: { want },
      body: { steps: steps(...sources), conditions: { ...CONDITIONS, ...conditions }, version: 0 },
    },
    user,
  )

async function flow(
  user: TestUser,
  id: number,
  body: Partial<CallInput<typeof startWaterfall>['body']> = {},
) {
  const answer = await t.call(
    startWaterfall,
    { params: { type: 'people', id }, body: { want: 'email', selection: ALL, ...body } },
    user,
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return t.finished(answer.body.data.run.id, user)
}

const rowsOf = async (user: TestUser, id: number) =>
  (await t.call(leadPage, { params: { type: 'people', id }, body: { limit: 200 } }, user)).body.data.toSorted(
    (a, b) => a.id - b.id,
  )

describe('a waterfall', () => {
  it('queries each source only for what earlier ones missed, and charges what was found', async () => {
    const user = await t.account()
    const list = await people(user, 9)
    await request(user, 'email', ['first', 'second', 'third'])
    for (const fake of fakes) fake.requested.length = 0
    const done = await flow(user, list.id)
    // 0, 3 and 6 come from the first source, 1, 4 and 7 from the second, 5 from the third, 2 and 8 from none.
    expect(done.counts).toMatchObject({ found: 4, potential: 3, not_found: 2 })
    expect(done.cost).toBe(7)
    expect([first.requested.length, second.requested.length, third.requested.length]).toEqual([9, 6, 3])
    const rows = await rowsOf(user, list.id)
    expect(rows.map(({ values }) => values.email ?? null)).toEqual([
      'person0@c0.example',
      'maybe1@c1.example',
      null,
      'person3@c3.example',
      'maybe4@c4.example',
      'person5@c5.example',
      'person6@c6.example',
      'maybe7@c7.example',
      null,
    ])
    expect(rows[1]?.values.email_state).toBe('catch_all')
    const reported = await t.call(waterfallSteps, { params: { id: done.id } }, user)
    expect(reported.body.data).toMatchObject({ tried: 9, found: 7, cost: 7, waiting: 0 })
    expect(
      reported.body.data.steps.map(({ source, tried, found, cost }) => [source, tried, found, cost]),
    ).toEqual([
      ['first', 9, 3, 3],
      ['second', 6, 3, 3],
      ['third', 3, 1, 1],
    ])
    expect(await spentBySource(t, user)).toEqual({ first: 3, second: 3, third: 1 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('asks a source about a lead once a day for each kind of value', async () => {
    const user = await t.account()
    const list = await people(user, 1)
    await request(user, 'email', ['third'])
    await request(user, 'phone', ['third'])
    third.requested.length = 0
    for (const want of ['email', 'phone', 'email', 'phone'] as const) await flow(user, list.id, { want })
    const asked = () => third.requested.map(({ want }) => want)
    expect(asked()).toEqual(['email', 'phone'])
    const { db } = t.app.database
    await sql`update lookup set asked_at = now() - interval '25 hours' where account_id = ${user.accountId}`.execute(
      db,
    )
    await flow(user, list.id)
    expect(asked()).toEqual(['email', 'phone', 'email'])
  })

  it('continues until an address is verified when required, and keeps the best one', async () => {
    const user = await t.account()
    const list = await people(user, 5)
    await request(user, 'email', ['second', 'first', 'third'], { stop_at: 'verified' })
    const done = await flow(user, list.id)
    // 1 and 4 are only catch-all everywhere; 0 and 3 verified by the second source.
    expect(done.counts).toMatchObject({ found: 2, potential: 2, not_found: 1 })
    expect((await rowsOf(user, list.id))[1]?.values).toMatchObject({
      email: 'maybe1@c1.example',
      email_state: 'catch_all',
    })
  })

  it('skips leads that have the value, unless it is less certain than requested', async () => {
    const user = await t.account()
    const list = await people(user, 3, { email: 'old@here.example', email_state: 'unknown' })
    await request(user, 'email', ['first'])
    const refused = await t.call(
      startWaterfall,
      { params: { type: 'people', id: list.id }, body: { want: 'email', selection: ALL } },
      user,
    )
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('already have one')
    const [email] = (await t.call(waterfalls, {}, user)).body.data
    await t.call(
      saveWaterfall,
      {
        params: { want: 'email' },
        body: {
          steps: steps('first'),
          conditions: { ...CONDITIONS, skip_confidence: 1 },
          version: email?.version ?? 0,
        },
      },
      user,
    )
    // Written by hand: of full confidence.
    expect(
      (
        await t.call(
          quoteWaterfall,
          { body: { want: 'email', type: 'people', list_id: list.id, selection: ALL } },
          user,
        )
      ).body.data,
    ).toMatchObject({ eligible: 0, skipped: { has_value: 3 } })
  })

  it('is free in a dry run, shows cached results, and the real run repeats no request', async () => {
    const user = await t.account()
    const list = await people(user, 14)
    await request(user, 'email', ['first', 'second'])
    const dry = await flow(user, list.id, { dry_run: true })
    expect(dry).toMatchObject({ cost: 0, total: 10 })
    expect((await rowsOf(user, list.id)).every(({ values }) => !values.email)).toBe(true)
    const reported = (await t.call(waterfallSteps, { params: { id: dry.id } }, user)).body.data
    expect(reported.rows).toHaveLength(7)
    expect(JSON.stringify(reported.rows)).not.toContain('person0@')
    first.requested.length = 0
    const done = await flow(user, list.id)
    expect(first.requested).toHaveLength(4)
    expect(done.cost).toBe(10)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('says why a dry run has nothing for a lead', async () => {
    const user = await t.account()
    const list = await people(user, 4)
    const missedBy = async (sources: string[], conditions = {}) => {
      await request(user, 'email', sources, conditions)
      const run = await flow(user, list.id, { dry_run: true })
      const { data } = (await t.call(waterfallSteps, { params: { id: run.id } }, user)).body
      await t.call(resetWaterfall, { params: { want: 'email' } }, user)
      return [data.found, data.missed]
    }
    expect(await missedBy(['third'])).toEqual([0, { not_found: 4 }])
    expect(await missedBy(['second'], { stop_at: 'verified' })).toEqual([1, { not_found: 3 }])
    expect(await missedBy(['first'], { max_credits_per_lead: 0 })).toEqual([0, { no_source: 4 }])
    const others = await people(user, 2, { company: 'Other', domain: 'other.example' })
    await request(user, 'email', ['barred'])
    const run = await flow(user, others.id, { dry_run: true })
    const { data } = (await t.call(waterfallSteps, { params: { id: run.id } }, user)).body
    expect(data.missed).toEqual({ failed: 2 })
  })

  it('can be undone as one, and leaves later changes alone', async () => {
    const user = await t.account()
    const list = await people(user, 4)
    await request(user, 'email', ['first'])
    const done = await flow(user, list.id)
    const { rows } = await sql<{ id: number }>`select id from history
      where account_id = ${user.accountId} and run_id = ${done.id} and event = 'run.waterfall'`.execute(
      t.app.database.db,
    )
    const undone = await t.call(
      undoChange,
      { params: { type: 'people', id: list.id }, body: { undo_token: rows[0]?.id as number } },
      user,
    )
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect((await rowsOf(user, list.id)).every(({ values }) => !values.email)).toBe(true)
  })
})
// A pause caused by one test must not affect the next.
beforeEach(() => t.app.database.pool.query('delete from source_health'))

describe('phones', () => {
  it('cost one credit for a person, are mobiles on request, and a miss is free', async () => {
    const user = await t.account()
    const list = await people(user, 6)
    await request(user, 'phone', ['first', 'third'])
    const answer = await t.call(
      getPhones,
      { params: { type: 'people', id: list.id }, body: { selection: ALL } },
      user,
    )
    const done = await t.finished(answer.body.data.run.id, user)
    expect(done).toMatchObject({ cost: 3, counts: { found: 3, not_found: 3 } })
    const other = await people(user, 6)
    const mobile = await t.call(
      getPhones,
      { params: { type: 'people', id: other.id }, body: { selection: ALL, mobile_only: true } },
      user,
    )
    // The number in London is one of a fixed line; those of Washington may be mobiles.
    expect((await t.finished(mobile.body.data.run.id, user)).counts).toMatchObject({ found: 2, not_found: 4 })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('that are announced arrive later, and only then are charged', async () => {
    const user = await t.account()
    const list = await people(user, 2)
    await request(user, 'phone', ['later'])
    arrived = new Map()
    const answer = await t.call(
      getPhones,
      { params: { type: 'people', id: list.id }, body: { selection: ALL } },
      user,
    )
    const { id } = answer.body.data.run
    await expect
      .poll(async () => (await t.call(waterfallSteps, { params: { id } }, user)).body.data.waiting)
      .toBe(2)
    expect((await t.call(showRun, { params: { id } }, user)).body.data).toMatchObject({
      state: 'running',
      cost: 0,
    })
    arrived = new Map([
      ['later-0', '+12025550123'],
      ['later-1', ''],
    ])
    expect(await t.finished(id, user)).toMatchObject({ cost: 1, counts: { found: 1, not_found: 1 } })
    expect((await rowsOf(user, list.id)).map(({ values }) => values.phone ?? null)).toEqual([
      '+12025550123',
      null,
    ])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

describe('a phone number sent by a vendor', () => {
  it('is accepted once, and only under its own request', async () => {
    const user = await t.account()
    const list = await people(user, 2)
    await request(user, 'phone', ['calling'])
    hooks.clear()
    const body = { selection: ALL }
    const answer = await t.call(getPhones, { params: { type: 'people', id: list.id }, body }, user)
    const { id } = answer.body.data.run
    const waiting = async () => (await t.call(waterfallSteps, { params: { id } }, user)).body.data.waiting
    await expect.poll(waiting).toBe(2)
    const token = (n: number) => hooks.get(`order-${n}/request`) ?? ''
    const send = async (to: string, reference: string, phone: string, source = 'calling') => {
      const sent = { params: { source, token: to }, body: { reference, phone } }
      return (await t.call(sourceHook, sent)).status
    }
    const wrong = '+12025550199'
    const seal = (n: number) => token(n).split('.').at(-1) ?? ''
    expect([
      await send(token(0), 'order-1', wrong),
      await send(token(0), 'order-', wrong),
      await send(token(0), '', wrong),
      await send(token(0), 'order-0', wrong, 'other'),
      await send(token(0).replace(seal(0), seal(1)), 'order-0', wrong),
    ]).toEqual([404, 404, 404, 404, 404])
    expect(await waiting()).toBe(2)
    expect(await send(token(0), 'order-0', '+12025550110')).toBe(200)
    // A vendor that sends again is thanked, so that it stops.
    expect([await send(token(0), 'order-0', wrong), await send(token(0), 'order-1', wrong)]).toEqual([
      200, 200,
    ])
    expect(await send(token(1), 'order-1/request', '+12025550111')).toBe(200)
    expect(await t.finished(id, user)).toMatchObject({ cost: 2, counts: { found: 2 } })
    expect((await rowsOf(user, list.id)).map(({ values }) => values.phone)).toEqual([
      '+12025550110',
      '+12025550111',
    ])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

describe('a lookup without a result', () => {
  it('is shown on the lead and in its history, with the number of sources', async () => {
    const user = await t.account()
    const list = await people(user, 1, { name: 'Person 8' })
    await request(user, 'email', ['first', 'third'])
    await flow(user, list.id)
    await request(user, 'phone', ['first', 'third'])
    await flow(user, list.id, { want: 'phone' })
    const [lead] = await rowsOf(user, list.id)
    expect(lead?.values).toMatchObject({ email_search: 'not_found', email_search_sources: 2 })
    expect(Date.parse(String(lead?.values.email_search_at))).not.toBeNaN()
    const params = { type: 'people' as const, id: list.id, resultId: lead?.id as number }
    const { history } = (await t.call(showLead, { params }, user)).body.data
    expect(history.map(({ event, detail }) => [event, detail.want ?? 'email', detail.sources])).toEqual(
      expect.arrayContaining([
        ['lead.email_searched', 'email', 2],
        ['lead.looked_up', 'phone', 2],
      ]),
    )
  })
})

describe('when a source fails', () => {
  it('the next one is queried, a rejected key stops it, and nothing is charged for it', async () => {
    const user = await t.account()
    const list = await people(user, 12)
    await request(user, 'email', ['third', 'first'])
    broken = 'unauthorized'
    third.requested.length = 0
    const done = await flow(user, list.id)
    broken = null
    expect(done).toMatchObject({ cost: 4, counts: { found: 4, not_found: 8 } })
    // At most as many as were in progress together.
    expect(third.requested.length).toBeLessThanOrEqual(8)
  })

  it('on its own, its leads are distinguished from those not found', async () => {
    const user = await t.account()
    const list = await people(user, 3)
    await request(user, 'email', ['barred'])
    const done = await flow(user, list.id)
    expect(done).toMatchObject({ cost: 0, counts: { failed: 3 } })
  })
})

describe('credits', () => {
  it('end the requests when they are spent: no request is sent that cannot be paid', async () => {
    const user = await t.account()
    const list = await people(user, 9)
    await request(user, 'email', ['first'])
    const done = await flow(user, list.id, { max_cost: 2 })
    expect(done.cost).toBe(2)
    expect((done.counts.found ?? 0) + (done.counts.not_found ?? 0) + (done.counts.not_tried ?? 0)).toBe(9)
    expect(done.counts.found).toBe(2)
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('are held per request: concurrent lookups request no more than can be paid', async () => {
    const user = await t.account()
    const list = await people(user, 8)
    await request(user, 'email', ['always'])
    always.requested.length = 0
    const done = await flow(user, list.id, { max_cost: 3 })
    expect(done).toMatchObject({ cost: 3, counts: { found: 3, not_tried: 5 } })
    expect(always.requested).toHaveLength(3)
  })
})

describe('a stop', () => {
  it('ends the running requests and sends no more; nothing is charged', async () => {
    const user = await t.account()
    const list = await people(user, 30)
    await request(user, 'email', ['slow', 'first'])
    slow.requested.length = 0
    first.requested.length = 0
    const answer = await t.call(
      startWaterfall,
      { params: { type: 'people', id: list.id }, body: { want: 'email', selection: ALL } },
      user,
    )
    const { id } = answer.body.data.run
    await expect.poll(() => slow.requested.length).toBeGreaterThan(0)
    await t.call(cancelRun, { params: { id } }, user)
    const done = await t.finished(id, user)
    expect(done).toMatchObject({ state: 'cancelled', cost: 0, counts: { not_tried: 30 } })
    expect(slow.requested.length).toBeLessThanOrEqual(8)
    expect(first.requested).toEqual([])
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

describe('a source order', () => {
  it('changed by someone else is not overwritten', async () => {
    const user = await t.account()
    expect((await request(user, 'email', ['first'])).status).toBe(200)
    const late = await request(user, 'email', ['second'])
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({ details: { current: { version: 1 } } })
  })

  it('lists only sources that find the value, each once', async () => {
    const user = await t.account()
    expect((await request(user, 'phone', ['second'])).status).toBe(422)
    expect((await request(user, 'email', ['first', 'first'])).status).toBe(422)
  })
})
