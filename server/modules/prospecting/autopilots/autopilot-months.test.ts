import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLabel } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import { expectSettledBooks } from '#server/testing/books.ts'

let bench: AutopilotBench
beforeAll(async () => {
  bench = await autopilotBench()
})
afterAll(() => bench?.t.close())

it('runs every slot once, from search to steps, over four weeks with two clock changes', async () => {
  const { t, state, growing, made, history, settled, shown, later } = bench
  const user = await t.account({ credits: 2000 })
  const label = (await t.call(createLabel, { body: { name: 'Found by itself' } }, user)).body.data
  const steps = [{ step: 'label' as const, options: { label_id: label.id } }, { step: 'mail' as const }]
  state.now = new Date('2027-03-04T00:00Z')
  const [berlin, newYork] = [await growing(user), await growing(user)]
  // Half past two is skipped in March, on the 28th in Berlin and on the 14th in New York.
  const shared = { at: '02:30', empty_limit: 100 }
  const startDaily = () =>
    made(user, { list_id: berlin.id, every: 'day', time_zone: 'Europe/Berlin', ...shared })
  const weekly = await made(user, {
    list_id: newYork.id,
    every: 'week',
    weekday: 7,
    time_zone: 'America/New_York',
    steps,
    ...shared,
  })
  let daily = 0
  for (let day = 0; day < 27; day += 1) {
    // From the 24th on.
    if (day === 20) daily = (await startDaily()).id
    if (day % 4 === 0) berlin.grow(2)
    if (day % 7 === 0) newYork.grow(3)
    later(24)
    if (daily) await settled(user, daily)
    if (day >= 4) await settled(user, weekly.id)
  }
  const slotsOf = async (id: number) => (await history(user, id)).map(({ slot }) => slot).toReversed()
  const days = await slotsOf(daily)
  expect(days).toHaveLength(7)
  expect(days.filter((slot) => slot.slice(5, 10) >= '03-27' && slot.slice(5, 10) <= '03-29')).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ])
  const weeks = await slotsOf(weekly.id)
  expect(weeks).toHaveLength(4)
  expect(weeks.slice(0, 3)).toEqual([
    '2027-03-07T07:30:00.000Z',
    '2027-03-14T07:00:00.000Z',
    '2027-03-21T06:30:00.000Z',
  ])
  // Everything found in time was delivered once, labelled, and reported.
  const runs = await history(user, weekly.id)
  expect(runs.reduce((sum, run) => sum + run.leads, 0)).toBe(12)
  const found = runs.filter((run) => run.leads > 0)
  expect(found.every((run) => run.steps.map((step) => step.state).join() === 'done,done')).toBe(true)
  const body = { limit: 200 }
  const rows = (await t.call(leads, { params: { type: 'local', id: newYork.id }, body }, user)).body
  expect(rows.total).toBe(12)
  expect(rows.data.every(({ values }) => values.labels === 'Found by itself')).toBe(true)
  const mails = await t.app.database.db
    .selectFrom('mail_message')
    .select('id')
    .where('account_id', '=', user.accountId)
    .where('template', '=', 'autopilot-summary')
    .execute()
  expect(mails).toHaveLength(found.length)
  expect((await shown(user, weekly.id)).next_runs[0]).toBe('2027-04-04T06:30:00.000Z')
  await expectSettledBooks(t.app.database.db, user.accountId)
})
