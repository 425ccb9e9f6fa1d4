import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelRun, runs } from '#contract/activity/runs.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leadSignals, leads } from '#contract/leads/leads.ts'
import { createList, listHistory } from '#contract/leads/lists.ts'
import { checkWebsites, findEmails, getEmployees, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import { changeSearcher } from '#contract/sources/searchers.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { createGate } from '#server/testing/gate.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const page = (name: string) =>
  `<title>${name}</title><p>Write to info@${name}.example</p><a href="tel:+4930123456">Call</a>`
const gate = createGate()
const stopped = createGate()
let t: TestApp
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'anna.example': { '/': page('anna') },
    'berta.example': { '/': page('berta') },
    'cara.example': { '/': page('cara') },
    'held.example': { '/': gate.behind(page('held')) },
    'stopped.example': { '/': stopped.behind(page('stopped')) },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
})
afterAll(async () => {
  gate.open()
  stopped.open()
  await t?.close()
  await websites?.close()
})

async function list(user: TestUser, ...names: string[]) {
  const values = (name: string) => ({ name, website: `http://${name}.example` })
  const { id } = await seedList(t, user, {
    type: 'local',
    leads: names.map((name) => ({ values: values(name) })),
  })
  return { type: 'local' as const, id }
}
const all = { selection: { filters: {} } }
const signals = async (user: TestUser, params: { type: 'local'; id: number }) => {
  const { body } = await t.call(leadSignals, { params, query: {} }, user)
  return Object.fromEntries(
    body.data.map((lead) => [
      lead.name,
      Object.fromEntries(lead.signals.map(({ id, value }) => [id, value])),
    ]),
  )
}
const visits = (name: string) => websites.requests.filter((request) => request === `${name}.example/`).length

it('finding emails notes signals from the same visit, which are undone apart from the emails', async () => {
  const user = await t.account({ credits: 10 })
  const params = await list(user, 'anna')
  const before = visits('anna')
  const { body: started } = await t.call(findEmails, { params, body: all }, user)
  await t.finished(started.data.run.id, user)
  expect(visits('anna')).toBe(before + 1)
  expect((await signals(user, params)).anna).toMatchObject({
    no_booking: 'yes',
    no_phone_link: 'no',
    free_mail: 'no',
    no_website: 'no',
  })
  const entries = (await t.call(listHistory, { params: { id: params.id }, body: {} }, user)).body.data
  const undoable = entries.filter(({ can_undo }) => can_undo)
  expect(undoable.map(({ event }) => event)).toEqual(['run.check_websites'])
  await t.call(undoChange, { params, body: { undo_token: undoable[0]?.id as number } }, user)
  expect(await signals(user, params)).toEqual({})
  const rows = (await t.call(leads, { params, body: {} }, user)).body.data
  expect(rows[0]?.values.email).toBe('info@anna.example')
})

it('collecting people notes signals of the companies from the same visit', async () => {
  const user = await t.account({ credits: 10 })
  const params = await list(user, 'anna')
  const before = visits('anna')
  const { body: started } = await t.call(getEmployees, { params, body: all }, user)
  await t.finished(started.data.run.id, user)
  expect(visits('anna')).toBe(before + 1)
  expect((await signals(user, params)).anna).toMatchObject({ no_booking: 'yes' })
})

it('a search checks what it delivered when that is asked for, once', async () => {
  const user = await t.account({ credits: 10 })
  await t.places(
    'checked',
    ['berta', 'cara'].map((name) => ({ name, website: `http://${name}.example`, lat: 1, lon: 1 })),
  )
  const search = { keywords: 'berta' }
  const body = { name: 'Checked', type: 'local' as const, search, check_websites: true }
  const { body: made } = await t.call(createList, { body }, user)
  await t.finished(made.data.run.id, user)
  const checks = async () =>
    (await t.call(runs, { query: {} }, user)).body.data.filter(({ kind }) => kind === 'check_websites')
  await expect.poll(checks).toHaveLength(1)
  const [check] = await checks()
  expect(await t.finished(check?.id as number, user)).toMatchObject({
    state: 'succeeded',
    counts: { checked: 1 },
  })
  expect((await signals(user, { type: 'local', id: made.data.id })).berta).toMatchObject({
    no_booking: 'yes',
  })
  const refused = await t.call(
    createList,
    { body: { name: 'People', type: 'people', search: { position: 'chef' }, check_websites: true } },
    user,
  )
  expect(refused.error?.fields).toHaveProperty('check_websites')
})

it('costs nothing, or the package’s price for each website that could be read', async () => {
  const user = await t.account({ credits: 10 })
  const admin = await t.admin()
  const params = await list(user, 'anna', 'berta', 'unread')
  const quote = async () => {
    const body = { action: 'check-websites' as const, type: 'local' as const, list_id: params.id, ...all }
    return (await t.call(quoteEnrichment, { body }, user)).body.data
  }
  expect(await quote()).toMatchObject({ credits: { min: 0, expected: 0, max: 0 }, unit_cost: 0 })
  const price = (credits: number) =>
    t.call(
      changeSearcher,
      {
        params: { id: 'website' },
        body: { is_on: true, prices: { website_check: credits }, daily_limit: null },
      },
      admin,
    )
  expect((await price(2)).status).toBe(200)
  expect(await quote()).toMatchObject({ credits: { min: 0, expected: 6, max: 6 }, unit_cost: 2 })
  const check = async (body: object) => {
    const { body: started } = await t.call(checkWebsites, { params, body: { ...all, ...body } }, user)
    return t.finished(started.data.run.id, user)
  }
  expect(await check({})).toMatchObject({ cost: 4, reserved: 0 })
  expect(await check({ max_cost: 2 })).toMatchObject({ cost: 2, reserved: 0, state: 'succeeded' })
  await expectSettledBooks(t.app.database.db, user.accountId)
  await price(0)
})

it('a check that is stopped keeps what it read, and says what it left out', async () => {
  const user = await t.account()
  const params = await list(user, 'anna', 'stopped')
  const { body: started } = await t.call(checkWebsites, { params, body: all }, user)
  const { id } = started.data.run
  await expect.poll(() => stopped.waiting()).toBeGreaterThan(0)
  await expect.poll(() => signals(user, params)).toHaveProperty('anna')
  await t.call(cancelRun, { params: { id } }, user)
  expect(await t.finished(id, user)).toMatchObject({
    state: 'cancelled',
    counts: { checked: 1, not_tried: 1 },
  })
  expect(Object.keys(await signals(user, params))).toEqual(['anna'])
})

it('a worker that is lost amid a check loses and doubles nothing', async () => {
  const web = await testApp({
    databaseUrl: t.databaseUrl,
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    roles: ['web'],
  })
  const user = await t.account()
  const params = await list(user, 'anna', 'held')
  const { db } = t.app.database
  const { body: started } = await web.call(checkWebsites, { params, body: all }, user)
  const { id } = started.data.run
  await expect.poll(() => gate.waiting()).toBeGreaterThan(0)
  await expect.poll(() => signals(user, params)).toHaveProperty('anna')
  const seen = visits('anna')
  await sql`update run set lease_until = now() - interval '1 second' where id = ${id}`.execute(db)
  const second = createRunWorker(web.app.ctx).execute(user.accountId, id)
  await expect.poll(() => gate.waiting()).toBeGreaterThan(1)
  gate.open()
  await second
  expect(await t.finished(id, user)).toMatchObject({ state: 'succeeded', done: 2, counts: { checked: 2 } })
  expect(visits('anna')).toBe(seen)
  expect(Object.keys(await signals(user, params)).sort()).toEqual(['anna', 'held'])
  const history = (await t.call(listHistory, { params: { id: params.id }, body: {} }, user)).body.data
  expect(history.filter(({ event }) => event === 'run.check_websites')).toHaveLength(1)
  await web.close()
})
