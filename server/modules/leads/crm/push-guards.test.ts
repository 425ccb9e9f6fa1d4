import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cancelRun } from '#contract/activity/runs.ts'
import { connectCrm, countCrm, crmRunRows, pushCrm, retryCrm } from '#contract/leads/crm.ts'
import { createList } from '#contract/leads/lists.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let ghl: FakeCrm
let t: TestApp
let user: TestUser
let connection_id: number
const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({ crms: { ghl: { baseUrl: ghl.url } } })
  user = await t.account()
  connection_id = (await t.call(connectCrm, { body: access }, user)).body.data.id
})
afterEach(() => void ghl.tokens.add(FAKE_TOKEN))
afterAll(async () => {
  await t?.close()
  await ghl?.close()
})

let people = 0
async function listOf(count: number) {
  const leads = Array.from({ length: count }, () => {
    people += 1
    return { values: { name: `Person ${people}`, email: `p${people}@c${people}.example` } }
  })
  return (await seedList(t, user, { type: 'people', leads })).id
}
const start = (id: number) =>
  t.call(
    pushCrm,
    { params: { type: 'people', id }, body: { connection_id, selection: { filters: {} } } },
    user,
  )

it('runs one push of a list at a time, also for concurrent starts', async () => {
  const list = await listOf(20)
  const answers = await Promise.all([start(list), start(list), start(list)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const run = answers.find(({ status }) => status === 201)?.body.data.run
  expect((await t.finished(run?.id ?? 0, user)).counts).toMatchObject({ created: 20 })
})

it('retries failed leads once, and says when none are left', async () => {
  const list = await listOf(3)
  ghl.failNextNew()
  const first = (await start(list)).body.data.run.id
  expect((await t.finished(first, user)).counts).toMatchObject({ created: 2, failed: 1 })
  const second = await t.call(retryCrm, { params: { id: first } }, user)
  expect((await t.finished(second.body.data.run.id, user)).counts).toMatchObject({ created: 1 })
  const third = await t.call(retryCrm, { params: { id: first } }, user)
  expect([third.status, third.error?.message]).toEqual([409, 'No leads failed in this push'])
})

it('waiting pushes leave room for other runs, can be stopped, and continue once connected', async () => {
  ghl.revoke()
  const runs: number[] = []
  for (let at = 0; at < 10; at += 1) runs.push((await start(await listOf(1))).body.data.run.id)
  const other = await t.account()
  const body = { name: 'Other', type: 'local' as const, search: { source: 'sample' }, limit: 5, max_cost: 0 }
  const search = (await t.call(createList, { body }, other)).body.data.run.id
  expect((await t.finished(search, other)).counts).toMatchObject({ delivered: 5 })

  const [stopped = 0, ...waiting] = runs
  const rows = async (id: number) => (await t.call(crmRunRows, { params: { id } }, user)).body.data
  const pausedOf = async () => Promise.all(runs.map(async (id) => (await rows(id)).paused !== null))
  await expect.poll(async () => (await pausedOf()).includes(true), { timeout: PATIENCE_MS }).toBe(true)
  await t.call(cancelRun, { params: { id: stopped } }, user)
  expect((await t.finished(stopped, user)).state).toBe('cancelled')
  ghl.tokens.add(FAKE_TOKEN)
  await t.call(connectCrm, { body: access }, user)
  for (const id of waiting) expect((await t.finished(id, user)).counts).toMatchObject({ created: 1 })
})

it('a push does not send a lead that is suppressed but still shown', async () => {
  const list = await seedList(t, user, {
    type: 'people',
    leads: ['gone@shown.example', 'here@shown.example'].map((email) => ({ values: { name: email, email } })),
  })
  await t.call(addSuppressions, { body: { values: ['gone@shown.example'] } }, user)
  await t.app.database.pool.query(
    'update lead set suppressed_by = null, deleted_at = null where account_id = $1 and list_id = $2',
    [user.accountId, list.id],
  )
  const run = (await start(list.id)).body.data.run.id
  expect((await t.finished(run, user)).counts).toMatchObject({ created: 1, skipped: 1 })
  const { rows } = (await t.call(crmRunRows, { params: { id: run } }, user)).body.data
  expect(rows.map(({ reason }) => reason)).toEqual(['suppressed'])
  const sent = [...ghl.contacts.values()].map(({ email }) => email)
  expect([sent.includes('here@shown.example'), sent.includes('gone@shown.example')]).toEqual([true, false])
})

it('sends company and website of an address by default: its domain', async () => {
  const values = { email: 'ann@fox.example', domain: 'fox.example' }
  const { id } = await seedList(t, user, { type: 'single', leads: [{ values }] })
  const body = { connection_id, selection: { filters: {} } }
  const started = await t.call(pushCrm, { params: { type: 'single', id }, body }, user)
  await t.finished(started.body.data.run.id, user)
  const sent = [...ghl.contacts.values()].find(({ email }) => email === 'ann@fox.example')
  expect(sent).toMatchObject({ companyName: 'fox.example', website: 'fox.example' })
})

it('a push leaves out invalid addresses unless they are requested, and counts both', async () => {
  const states = ['valid', 'invalid', 'no_mx', 'risky', null]
  const list = await seedList(t, user, {
    type: 'people',
    leads: states.map((email_state) => {
      people += 1
      const email = `s${people}@c${people}.example`
      return { values: { name: email, email, ...(email_state && { email_state }) } }
    }),
  })
  const params = { type: 'people' as const, id: list.id }
  const chosen = (more: object) => ({ params, body: { connection_id, selection: { filters: {} }, ...more } })
  const counted = async (more: object = {}) => (await t.call(countCrm, chosen(more), user)).body.data
  const pushed = async (more: object = {}) => {
    const { run } = (await t.call(pushCrm, chosen(more), user)).body.data
    return (await t.finished(run.id, user)).counts
  }
  expect(await counted()).toEqual({ send: 3, left_out: [{ reason: 'invalid_email', count: 2 }] })
  expect(await counted({ only_verified: true })).toMatchObject({ send: 1 })
  expect(await counted({ include_invalid: true })).toEqual({ send: 5, left_out: [] })
  expect(await pushed()).toEqual({ created: 3, skipped: 2 })
  expect(await pushed({ include_invalid: true })).toEqual({ created: 2, updated: 3 })
})
