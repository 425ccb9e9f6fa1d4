import { afterAll, beforeAll, expect, it } from 'vitest'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leadSignals, leads, showLead } from '#contract/leads/leads.ts'
import { listHistory } from '#contract/leads/lists.ts'
import { checkWebsites } from '#contract/prospecting/enrichment.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const FORM = '<form><input name="email"><textarea name="message"></textarea></form>'
const pages = { start: '<title>Good</title><a href="https://calendly.com/good">Visit</a>' }
let t: TestApp
let websites: SampleWebsites
let user: TestUser
let listId: number
let leadIds: number[]
beforeAll(async () => {
  websites = await startSampleWebsites({
    'good.example': {
      '/': (_request, response) => void response.setHeader('content-type', 'text/html').end(pages.start),
      '/contact': FORM,
    },
    'bare.example': { '/': '<p>Write to bare@gmail.com. © 2015</p>' },
  })
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 } })
  user = await t.account()
  const list = await seedList(t, user, {
    type: 'local',
    leads: [
      { values: { name: 'Good', website: 'http://good.example' } },
      { values: { name: 'Bare', website: 'http://bare.example' } },
      { values: { name: 'Gone', website: 'http://gone.example' } },
      { values: { name: 'Offline', email: 'offline@gmail.com' } },
    ],
  })
  listId = list.id
  const body = { limit: 20, sort: 'name' }
  const rows = (await t.call(leads, { params: { type: 'local', id: listId }, body }, user)).body.data
  leadIds = rows.map(({ id }) => id)
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})

const params = () => ({ type: 'local' as const, id: listId })
async function check() {
  const body = { selection: { filters: {} } }
  const { status, body: started, error } = await t.call(checkWebsites, { params: params(), body }, user)
  expect(status, JSON.stringify(error)).toBe(201)
  return t.finished(started.data.run.id, user)
}
async function signals(): Promise<Record<string, Record<string, unknown>>> {
  const { body } = await t.call(leadSignals, { params: params(), query: {} }, user)
  return Object.fromEntries(
    body.data.map((lead) => [
      lead.name,
      Object.fromEntries(lead.signals.map(({ id, value }) => [id, value])),
    ]),
  )
}

it('reads what websites lack and show, and leaves unknown what could not be read', async () => {
  const run = await check()
  expect(run).toMatchObject({ state: 'succeeded', cost: 0, counts: { checked: 4 } })
  const found = await signals()
  expect(found.Good).toMatchObject({ no_website: 'no', not_mobile: 'yes', no_title: 'no', no_booking: 'no' })
  expect(found.Bare).toMatchObject({
    no_contact_form: 'yes',
    outdated: 'yes',
    last_update: 2015,
    free_mail: 'yes',
  })
  expect(found.Gone).toEqual({ no_website: 'no', dead_site: 'yes', dead_reason: 'no address' })
  expect(found.Offline).toEqual({ no_website: 'yes', free_mail: 'yes' })
})

it('shows the evidence of a signal beside its value', async () => {
  const { body } = await t.call(leadSignals, { params: params(), query: {} }, user)
  const bare = body.data.find(({ name }) => name === 'Bare')
  expect(bare?.signals.find(({ id }) => id === 'outdated')).toMatchObject({
    evidence: { url: expect.stringContaining('bare.example'), text: '© 2015' },
    checked_at: expect.any(String),
  })
  const shown = await t.call(showLead, { params: { ...params(), resultId: bare?.lead_id as number } }, user)
  expect(shown.body.data.provenance.outdated).toMatchObject({ source: 'website', text: '© 2015' })
})

it('filters signals like any field', async () => {
  const custom_search = [{ field: 'no_website', operator: 'like' as const, value: ['yes'] }]
  const rows = (await t.call(leads, { params: params(), body: { custom_search } }, user)).body.data
  expect(rows.map(({ values }) => values.name)).toEqual(['Offline'])
})

it('changes a signal only when its new value is seen twice', async () => {
  pages.start = '<title>Good</title>'
  await check()
  expect((await signals()).Good?.no_booking).toBe('no')
  await check()
  expect((await signals()).Good?.no_booking).toBe('yes')
})

it('reads the websites of addresses once for all leads of a domain', async () => {
  const list = await seedList(t, user, {
    type: 'single',
    leads: [
      { values: { name: 'Ann', domain: 'bare.example', email: 'ann@bare.example' } },
      { values: { domain: 'bare.example', email: 'bare@gmail.com' } },
    ],
  })
  const of = { type: 'single' as const, id: list.id }
  const body = { selection: { filters: {} } }
  const started = await t.call(checkWebsites, { params: of, body }, user)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  expect(await t.finished(started.body.data.run.id, user)).toMatchObject({
    counts: { checked: 2, unread: 0 },
  })
  const { data } = (await t.call(leadSignals, { params: of, query: {} }, user)).body
  const found = data.map(({ signals: all }) => Object.fromEntries(all.map(({ id, value }) => [id, value])))
  expect(found).toMatchObject([
    { not_mobile: 'yes', outdated: 'yes', free_mail: 'no' },
    { not_mobile: 'yes', outdated: 'yes', free_mail: 'yes' },
  ])
  // A list of websites has no field for leads without one.
  expect(found[0]).not.toHaveProperty('no_website')
  // What shows it is the provider: the address itself may be erased.
  const texts = JSON.stringify(data.flatMap(({ signals }) => signals.map(({ evidence }) => evidence.text)))
  expect(texts).toContain('An address at ')
  expect(texts).not.toContain('@')
  const custom_search = [{ field: 'free_mail', operator: 'like' as const, value: ['yes'] }]
  const rows = (await t.call(leads, { params: of, body: { custom_search } }, user)).body.data
  expect(rows.map(({ values }) => values.email)).toEqual(['bare@gmail.com'])
})

it('is undone like any change', async () => {
  const { body } = await t.call(listHistory, { params: { id: listId }, body: {} }, user)
  const newest = body.data.find(({ event }) => event === 'run.check_websites')
  expect(newest).toBeDefined()
  const undone = await t.call(
    undoChange,
    { params: params(), body: { undo_token: newest?.id as number } },
    user,
  )
  expect(undone.status, JSON.stringify(undone.error)).toBe(200)
  expect((await signals()).Good?.no_booking).toBe('no')
  expect(leadIds).toHaveLength(4)
})
