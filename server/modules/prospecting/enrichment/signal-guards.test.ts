import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { leadSignals } from '#contract/leads/leads.ts'
import { checkWebsites, findEmails } from '#contract/prospecting/enrichment.ts'
import { changeSearcher } from '#contract/sources/searchers.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const PRICE = 2
const page = (name: string) => `<title>${name}</title><p>Write to info@${name}.example</p>`
const robots = { text: '' }
let t: TestApp
let websites: SampleWebsites
let user: TestUser
beforeAll(async () => {
  websites = await startSampleWebsites({
    'anna.example': { '/': page('anna') },
    'berta.example': { '/': page('berta') },
    'cara.example': {
      '/': page('cara'),
      '/robots.txt': (_request, response) =>
        void response.setHeader('content-type', 'text/plain').end(robots.text),
    },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
  const body = { is_on: true, prices: { website_check: PRICE }, daily_limit: null }
  await t.call(changeSearcher, { params: { id: 'website' }, body }, await t.admin())
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})
beforeEach(async () => {
  user = await t.account({ credits: 100 })
  robots.text = ''
})

const all = { selection: { filters: {} } }
async function list(...names: string[]) {
  const leads = names.map((name) => ({ values: { name, website: `http://${name}.example` } }))
  const { id, leadIds } = await seedList(t, user, { type: 'local', leads })
  return { params: { type: 'local' as const, id }, leadIds }
}
const signals = async (params: { type: 'local'; id: number }) => {
  const { body } = await t.call(leadSignals, { params, query: {} }, user)
  const valuesOf = (of: (typeof body.data)[number]['signals']) =>
    Object.fromEntries(of.map(({ id, value }) => [id, value]))
  return Object.fromEntries(body.data.map((lead) => [lead.name, valuesOf(lead.signals)]))
}
async function check(params: { type: 'local'; id: number }, more: object = {}) {
  const { body, status, error } = await t.call(checkWebsites, { params, body: { ...all, ...more } }, user)
  expect(status, JSON.stringify(error)).toBe(201)
  return t.finished(body.data.run.id, user)
}

it('a website that may not be read says nothing, costs nothing, and keeps what was known', async () => {
  const { params } = await list('cara')
  robots.text = 'User-agent: *\nDisallow: /'
  expect(await check(params)).toMatchObject({ cost: 0, counts: { checked: 0, unread: 1 } })
  expect((await signals(params)).cara).toEqual({ no_website: 'no' })
  robots.text = ''
  expect(await check(params)).toMatchObject({ cost: PRICE, counts: { checked: 1 } })
  const known = (await signals(params)).cara
  expect(known).toMatchObject({ no_title: 'no', no_booking: 'yes' })
  robots.text = 'User-agent: *\nDisallow: /'
  for (let visit = 0; visit < 2; visit += 1) expect((await check(params)).cost).toBe(0)
  expect((await signals(params)).cara).toEqual(known)
  await expectSettledBooks(t.app.database.db, user.accountId)
})

it('a check stops at its limit, writes nothing that wasn’t paid, and says what it left out', async () => {
  const { params } = await list('anna', 'berta')
  const run = await check(params, { max_cost: 2 * PRICE - 1 })
  expect(run).toMatchObject({ state: 'succeeded', cost: PRICE, counts: { checked: 1, not_tried: 1 } })
  expect(Object.keys(await signals(params))).toHaveLength(1)
  // The limit itself is enough.
  const { params: other } = await list('anna', 'berta')
  expect(await check(other, { max_cost: 2 * PRICE })).toMatchObject({
    cost: 2 * PRICE,
    counts: { checked: 2 },
  })
  await expectSettledBooks(t.app.database.db, user.accountId)
})

it('finding emails notes no signals where a check has a price, which nobody agreed to', async () => {
  const { params } = await list('anna')
  const { body } = await t.call(findEmails, { params, body: all }, user)
  expect((await t.finished(body.data.run.id, user)).counts).toMatchObject({ found: 1 })
  expect(await signals(params)).toEqual({})
})

it('checks no lead of another list or account', async () => {
  const own = await list('anna')
  const other = await list('berta')
  const stranger = await t.account({ credits: 100 })
  const theirs = await seedList(t, stranger, {
    type: 'local',
    leads: [{ values: { name: 'cara', website: 'http://cara.example' } }],
  })
  const before = websites.requests.length
  const resultIds = [...own.leadIds, ...other.leadIds, ...theirs.leadIds]
  expect(await check(own.params, { selection: { resultIds } })).toMatchObject({ counts: { checked: 1 } })
  expect(await signals(other.params)).toEqual({})
  expect(websites.requests.slice(before).filter((request) => !request.startsWith('anna.example'))).toEqual([])
  const refused = await t.call(checkWebsites, { params: { type: 'local', id: theirs.id }, body: all }, user)
  expect(refused.status).toBe(404)
})
