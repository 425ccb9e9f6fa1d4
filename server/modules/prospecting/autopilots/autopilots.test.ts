import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { createLabel } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { deleteList } from '#contract/leads/lists.ts'
import {
  autopilots,
  changeAutopilot,
  createAutopilot,
  deleteAutopilot,
  duplicateAutopilot,
  nextAutopilotRuns,
  pauseAutopilot,
  restoreAutopilot,
  resumeAutopilot,
  runAutopilot,
  showAutopilot,
  tryAutopilot,
} from '#contract/prospecting/autopilots.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { autopilotWorkerOf, createAutopilotWorker } from './autopilot-worker.ts'

const HOUR = 3_600_000
let bench: AutopilotBench
let t: TestApp
beforeAll(async () => {
  bench = await autopilotBench()
  t = bench.t
})
afterAll(() => t?.close())
beforeEach(() => {
  bench.state.now = new Date('2027-02-01T08:00Z')
})
const growing = (user: TestUser, size?: number) => bench.growing(user, size)
const made = (user: TestUser, body: Body) => bench.made(user, body)
const shown = (user: TestUser, id: number) => bench.shown(user, id)
const history = (user: TestUser, id: number) => bench.history(user, id)
const settled = (user: TestUser, id: number) => bench.settled(user, id)
const later = (hours: number) => bench.later(hours)

type Body = CallInput<typeof createAutopilot>['body']
const daily = { every: 'day', at: '09:00', time_zone: 'UTC' } as const
const reported = async (user: TestUser) =>
  (await t.call(notifications, { query: {} }, user)).body.data.map(({ kind }) => kind)

describe('from a list to its leads', () => {
  it('runs on time, delivers only new leads, and applies its steps to them', async () => {
    const user = await t.account({ credits: 100 })
    const list = await growing(user, 2)
    const label = (await t.call(createLabel, { body: { name: 'Fresh' } }, user)).body.data
    const autopilot = await made(user, {
      list_id: list.id,
      ...daily,
      steps: [
        { step: 'label', options: { label_id: label.id } },
        { step: 'find-emails' },
        { step: 'mail' },
        { step: 'webhook', condition: { withEmail: 1 } },
      ],
    })
    expect(autopilot.next_runs.slice(0, 2)).toEqual(['2027-02-01T09:00:00.000Z', '2027-02-02T09:00:00.000Z'])
    await autopilotWorkerOf(t.app.ctx).tick()
    expect(await history(user, autopilot.id)).toEqual([])
    list.grow(3)
    later(1)
    const [run] = await settled(user, autopilot.id)
    expect(run).toMatchObject({
      slot: '2027-02-01T09:00:00.000Z',
      is_manual: false,
      state: 'finished',
      leads: 3,
      cost: 3,
      steps: [
        { step: 'label', state: 'done', leads: 3 },
        // Places of this test have no website.
        { step: 'find-emails', state: 'skipped' },
        { step: 'mail', state: 'done', leads: 3 },
        { step: 'webhook', state: 'skipped', message: 'No new leads match its filter' },
      ],
    })
    const rows = (await t.call(leads, { params: { type: 'local', id: list.id } }, user)).body.data
    expect(rows.filter(({ values }) => values.labels === 'Fresh')).toHaveLength(3)
    const { rows: mails } = await sql<{ variables: object }>`
      select variables from mail_message where account_id = ${user.accountId} and template = 'autopilot-summary'`.execute(
      t.app.database.db,
    )
    expect(mails).toMatchObject([{ variables: { count: 3, before: '', with_email: 0 } }])
    expect(await shown(user, autopilot.id)).toMatchObject({
      month_leads: 3,
      next_runs: { 0: '2027-02-02T09:00:00.000Z' },
    })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it('shows first what a run would deliver and cost', async () => {
    const user = await t.account({ credits: 100 })
    const list = await growing(user, 2)
    list.grow(5)
    const body = { list_id: list.id, cap: 4, steps: [{ step: 'find-emails' as const }] }
    expect((await t.call(tryAutopilot, { body }, user)).body.data).toEqual({
      matched: 7,
      already_in_lists: 2,
      leads: { expected: 4, max: 4 },
      search_credits: { expected: 4, max: 4 },
      steps: [{ step: 'find-emails', leads: 4, credits: { expected: 2, max: 4 } }],
      credits: { expected: 6, max: 8 },
      available: 98,
      is_exhausted: false,
    })
    const next = { every: 'month' as const, at: '07:30', month_day: 31, time_zone: 'Europe/Berlin' }
    expect((await t.call(nextAutopilotRuns, { body: next }, user)).body.data.next_runs).toEqual([
      '2027-02-28T06:30:00.000Z',
      '2027-03-31T05:30:00.000Z',
      '2027-04-30T05:30:00.000Z',
      '2027-05-31T05:30:00.000Z',
      '2027-06-30T05:30:00.000Z',
    ])
  })

  it('starts manually, once at a time, with the same checks as a manual search', async () => {
    const user = await t.account({ credits: 6 })
    const list = await growing(user, 2)
    const autopilot = await made(user, { list_id: list.id, ...daily })
    list.grow(2)
    const params = { id: autopilot.id }
    const key = 'run-once'
    const [first, repeated] = [
      await t.call(runAutopilot, { params }, user, { key }),
      await t.call(runAutopilot, { params }, user, { key }),
    ]
    expect([first.status, repeated.body.data.id]).toEqual([201, first.body.data.id])
    const runs = await settled(user, autopilot.id)
    expect(runs).toMatchObject([{ is_manual: true, state: 'finished', leads: 2 }])
    list.grow(5)
    later(0.1)
    const refused = await t.call(runAutopilot, { params }, user)
    expect([refused.status, refused.error.code]).toEqual([402, 'insufficient_credits'])
    expect((await shown(user, autopilot.id)).state).toBe('active')
  })

  it('respects the caps of a run and of a month in its own time zone', async () => {
    const user = await t.account()
    const list = await growing(user)
    const autopilot = await made(user, { list_id: list.id, ...daily, cap: 4, month_cap: 6, empty_limit: 1 })
    list.grow(20)
    later(1)
    await settled(user, autopilot.id)
    later(24)
    await settled(user, autopilot.id)
    later(24)
    const runs = await settled(user, autopilot.id)
    expect(runs.map(({ state, leads }) => [state, leads])).toEqual([
      ['skipped', 0],
      ['finished', 2],
      ['finished', 4],
    ])
    expect(await shown(user, autopilot.id)).toMatchObject({ state: 'active', month_leads: 6 })
    bench.state.now = new Date('2027-03-01T09:00Z')
    expect((await settled(user, autopilot.id))[0]).toMatchObject({ state: 'finished', leads: 4 })
  })
})

describe('slots', () => {
  it('combine missed ones into one run', async () => {
    const user = await t.account()
    const list = await growing(user)
    const autopilot = await made(user, { list_id: list.id, ...daily })
    list.grow(1)
    later(24 * 5 + 3)
    await settled(user, autopilot.id)
    await autopilotWorkerOf(t.app.ctx).tick()
    expect((await history(user, autopilot.id)).map(({ slot }) => slot)).toEqual(['2027-02-06T09:00:00.000Z'])
  })

  const hourly = { every: 'hour', at: '00:15', time_zone: 'UTC', empty_limit: 100 } as const
  const searchesOf = async (user: TestUser, listId: number) => {
    const { rows } = await sql<{ searches: number }>`
      select count(*)::int as searches from run where account_id = ${user.accountId} and list_id = ${listId} and kind = 'search'`.execute(
      t.app.database.db,
    )
    // The first one made the list.
    return (rows[0]?.searches ?? 0) - 1
  }
  const HOURS = 5
  /** Hours in which workers with these clocks all poll at once. */
  async function hoursOf(user: TestUser, skews: number[]) {
    const list = await growing(user)
    const autopilot = await made(user, { list_id: list.id, ...hourly })
    const workers = skews.map((skew) =>
      createAutopilotWorker({
        ...t.app.ctx,
        scheduleClock: async () => new Date(bench.state.now.getTime() + skew),
      }),
    )
    for (let hour = 0; hour < HOURS; hour += 1) {
      later(1)
      await Promise.all(workers.map((worker) => worker.tick()))
      await settled(user, autopilot.id)
    }
    const slots = (await history(user, autopilot.id)).map(({ slot }) => slot).toReversed()
    expect(await searchesOf(user, list.id)).toBe(slots.length)
    return slots
  }

  it('are started once each, with any number of workers and the database clock', async () => {
    expect(await hoursOf(await t.account(), [0, 0, 0, 0])).toEqual(
      Array.from({ length: HOURS }, (_, n) => new Date(Date.UTC(2027, 1, 1, 8 + n, 15)).toISOString()),
    )
  })

  it('are never started twice by workers whose clocks are an hour apart', async () => {
    const slots = await hoursOf(await t.account(), [0, HOUR, 0, HOUR])
    expect(slots).toEqual([...new Set(slots)].toSorted())
    expect(slots.length).toBeGreaterThanOrEqual(HOURS - 1)
    expect(slots.every((slot) => slot.endsWith(':15:00.000Z'))).toBe(true)
  })
})

describe('pauses itself and says why', () => {
  it('after runs without a new lead, reporting that its area is exhausted', async () => {
    const user = await t.account()
    const list = await growing(user, 3)
    const autopilot = await made(user, { list_id: list.id, ...daily })
    for (let day = 0; day < 3; day += 1) {
      later(24)
      await settled(user, autopilot.id)
    }
    expect(await shown(user, autopilot.id)).toMatchObject({
      state: 'paused',
      pause_reason: 'empty',
      is_exhausted: true,
      next_runs: [],
      pause_message: 'No new leads in 3 runs in a row. Widen its search, then resume it',
    })
    expect(await reported(user)).toEqual(['autopilot_paused', 'autopilot_exhausted'])
    list.grow(1)
    const resumed = await t.call(resumeAutopilot, { params: { id: autopilot.id } }, user)
    expect(resumed.body.data).toMatchObject({ state: 'active', pause_reason: null })
    later(24)
    expect((await settled(user, autopilot.id))[0]).toMatchObject({ state: 'finished', leads: 1 })
    expect((await shown(user, autopilot.id)).is_exhausted).toBe(false)
  })

  it('when credits run out', async () => {
    const user = await t.account({ credits: 2 })
    const list = await growing(user)
    const autopilot = await made(user, { list_id: list.id, ...daily })
    list.grow(5)
    later(1)
    expect(await settled(user, autopilot.id)).toMatchObject([
      { state: 'failed', leads: 0, search_run_id: null },
    ])
    expect(await shown(user, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'credits' })
    expect(await reported(user)).toContain('autopilot_paused')
  })

  it('when its list is in the trash, or its person has lost the rights', async () => {
    const user = await t.account()
    const [first, second] = [await growing(user), await growing(user)]
    const member = await t.member(user)
    const gone = await made(user, { list_id: first.id, ...daily })
    const foreign = await made(member, { list_id: second.id, ...daily })
    await t.call(deleteList, { params: { id: first.id } }, user)
    await t.app.database.db
      .updateTable('app_user')
      .set({ granted_modules: [] })
      .where('id', '=', member.id)
      .execute()
    later(1)
    await settled(user, gone.id)
    await settled(user, foreign.id)
    expect(await shown(user, gone.id)).toMatchObject({ pause_reason: 'list', list_name: null })
    expect(await shown(user, foreign.id)).toMatchObject({ pause_reason: 'access' })
    expect((await t.call(resumeAutopilot, { params: { id: gone.id } }, user)).status).toBe(404)
    // It runs with the rights of whoever resumes it.
    await t.call(resumeAutopilot, { params: { id: foreign.id } }, user)
    later(24)
    expect((await settled(user, foreign.id))[0]).toMatchObject({ state: 'finished' })
  })

  it('when a step is refused, keeping the search and previous steps', async () => {
    const user = await t.account()
    const list = await growing(user)
    const steps = [{ step: 'waterfall' as const, options: { want: 'profile' } }, { step: 'mail' as const }]
    const autopilot = await made(user, { list_id: list.id, ...daily, steps })
    list.grow(2)
    later(1)
    const [run] = await settled(user, autopilot.id)
    expect(run).toMatchObject({
      leads: 2,
      steps: [{ step: 'waterfall' }, ...(run?.state === 'failed' ? [] : [{}])],
    })
  })
})

describe('manual changes', () => {
  it('are versioned; it is copied, deleted and restored', async () => {
    const user = await t.account()
    const list = await growing(user)
    const autopilot = await made(user, { list_id: list.id, ...daily, name: 'Every morning' })
    const params = { id: autopilot.id }
    const body = { ...daily, every: 'week' as const, weekday: 1, name: 'Mondays', version: autopilot.version }
    const changed = await t.call(changeAutopilot, { params, body }, user)
    expect(changed.body.data).toMatchObject({
      name: 'Mondays',
      version: 2,
      next_runs: { 0: '2027-02-01T09:00:00.000Z' },
    })
    const stale = await t.call(changeAutopilot, { params, body }, user)
    expect([stale.status, stale.error.details.current.version]).toEqual([409, 2])
    const copy = (await t.call(duplicateAutopilot, { params }, user)).body.data
    expect(copy).toMatchObject({ name: 'Copy of Mondays', state: 'paused', weekday: 1, next_runs: [] })
    await t.call(deleteAutopilot, { params }, user)
    expect((await t.call(showAutopilot, { params }, user)).status).toBe(404)
    later(24 * 20)
    await autopilotWorkerOf(t.app.ctx).tick()
    const back = await t.call(restoreAutopilot, { params }, user)
    expect(back.body.data).toMatchObject({
      state: 'active',
      last_run: null,
      next_runs: { 0: '2027-02-22T09:00:00.000Z' },
    })
    const paused = await t.call(pauseAutopilot, { params }, user)
    expect(paused.body.data).toMatchObject({ state: 'paused', pause_reason: 'person' })
    expect(await reported(user)).toEqual([])
    const page = await t.call(autopilots, { query: { state: 'paused', search: 'MOND' } }, user)
    expect(page.body).toMatchObject({ total: 2 })
  })

  it('are refused when no run could use them', async () => {
    const user = await t.account()
    const list = await growing(user)
    const refused = async (more: Partial<Body>) =>
      (await t.call(createAutopilot, { body: { list_id: list.id, ...daily, ...more } }, user)).error
    expect(await refused({ time_zone: 'Mars/Olympus' })).toMatchObject({
      fields: { time_zone: expect.any(String) },
    })
    expect(await refused({ time_zone: '+02:00' })).toMatchObject({
      fields: { time_zone: expect.any(String) },
    })
    expect(await refused({ steps: [{ step: 'label' }] })).toMatchObject({
      fields: { 'steps.0.options.label_id': expect.any(String) },
    })
    expect(
      await refused({ steps: [{ step: 'mail' }, { step: 'label', options: { label_id: 1e9 } }] }),
    ).toMatchObject({ fields: { 'steps.1.options.label_id': 'The label was not found' } })
    expect(await refused({ steps: [{ step: 'get-phones' }] })).toMatchObject({
      fields: { 'steps.0.step': expect.stringContaining('doesn’t support this') },
    })
    const condition = { custom_search: [{ field: 'nonsense', operator: 'empty' as const }] }
    expect(await refused({ steps: [{ step: 'mail', condition }] })).toMatchObject({
      code: 'validation_failed',
    })
  })
})

it('pauses when its source fails, and before any request when it is paused', async () => {
  const user = await t.account()
  const [list, other] = [await growing(user), await growing(user)]
  const autopilot = await made(user, { list_id: list.id, ...daily })
  const two = await made(user, { list_id: other.id, ...daily, at: '10:00' })
  list.grow(5)
  bench.state.isBroken = true
  later(1)
  expect(await settled(user, autopilot.id)).toMatchObject([
    { state: 'failed', search_run_id: expect.any(Number) },
  ])
  expect(await shown(user, autopilot.id)).toMatchObject({ state: 'paused', pause_reason: 'source' })
  // The source is parked for everyone now.
  later(1)
  expect(await settled(user, two.id)).toMatchObject([{ state: 'failed', search_run_id: null }])
  expect(await shown(user, two.id)).toMatchObject({
    pause_reason: 'source',
    pause_message: expect.stringContaining('used up'),
  })
  expect((await reported(user)).filter((kind) => kind === 'autopilot_paused')).toHaveLength(2)
})
