import { afterAll, beforeAll, expect, it } from 'vitest'
import { download, exportList } from '#contract/core/files.ts'
import { createLabel, tryLabelRule } from '#contract/leads/labels.ts'
import { setLeadStatus } from '#contract/leads/lead-edits.ts'
import { type FilterGroup, LeadFilters, leads } from '#contract/leads/leads.ts'
import * as api from '#contract/leads/services.ts'
import { createLeadView } from '#contract/leads/views.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const ORIGIN = { source: 'test', method: 'by hand', confidence: 1, observed_at: '2026-01-02T03:04:05.000Z' }
const shownBy = (url: string, text: string) => ({ ...ORIGIN, url, text })

let t: TestApp
let user: TestUser
let web: api.Service
let booking: api.Service
let listId: number
let peopleId: number
beforeAll(async () => {
  t = await sharedWebApp()
  user = await t.account()
  const add = async (body: Parameters<typeof create>[0]) => (await create(body)).body.data
  const create = (body: { name: string; signals: api.ServiceSignal[] }) =>
    t.call(api.createService, { body }, user)
  web = await add({
    name: 'Web design',
    signals: [
      { signal: 'dead_site', is: 'yes' },
      { signal: 'not_mobile', is: 'yes' },
      { signal: 'outdated', is: 'yes' },
      { signal: 'no_https', is: 'yes' },
      { signal: 'technology', is: 'wix' },
    ],
  })
  booking = await add({
    name: 'Booking',
    signals: [
      { signal: 'no_booking', is: 'yes' },
      { signal: 'not_mobile', is: 'yes' },
    ],
  })
  const list = await seedList(t, user, {
    type: 'local',
    leads: [
      { values: { name: 'Unknown' } },
      { values: { name: 'Fine', not_mobile: 'no', no_booking: 'no', technology: 'WordPress 6.2' } },
      { values: { name: 'Books', no_booking: 'yes', not_mobile: 'no' } },
      {
        values: {
          name: 'Old',
          not_mobile: 'yes',
          outdated: 'yes',
          no_https: 'yes',
          technology: 'Wix; Google Analytics',
          no_booking: 'no',
        },
        provenance: {
          default: ORIGIN,
          fields: {
            not_mobile: shownBy('http://old.example/', 'no viewport tag'),
            outdated: shownBy('http://old.example/about', '© 2015'),
          },
        },
      },
    ],
  })
  listId = list.id
  peopleId = (await seedList(t, user, { type: 'people', leads: [{ values: { name: 'Ann' } }] })).id
})
afterAll(() => t?.close())

const needs = (service: api.Service) => api.needsService(service, 'local') as FilterGroup
const params = () => ({ type: 'local' as const, id: listId })
const read = (service?: number | 'all', sort: string | null = null) =>
  t.call(leads, { params: params(), query: { ...(service && { service }) }, body: { sort } }, user)
const named = async (sort: string, body: object = {}) =>
  (await t.call(leads, { params: params(), body: { ...body, sort } }, user)).body.data.map(
    ({ values }) => values.name,
  )

it('adds the strongest reasons of a service with their evidence, and how many apply', async () => {
  const rows = (await read(web.id)).body.data
  const why = Object.fromEntries(rows.map((row) => [row.values.name, row.why]))
  expect(why.Old).toEqual({
    count: 4,
    reasons: [
      {
        signal: 'not_mobile',
        is: 'yes',
        reason: 'Pages aren’t laid out for phones',
        evidence: { url: 'http://old.example/', text: 'no viewport tag' },
      },
      {
        signal: 'outdated',
        is: 'yes',
        reason: 'The newest copyright year is at least two years old',
        evidence: { url: 'http://old.example/about', text: '© 2015' },
      },
      expect.objectContaining({ signal: 'no_https' }),
    ],
  })
  expect([why.Fine?.count, why.Unknown?.count, why.Books?.count]).toEqual([0, 0, 0])
})

it('takes the strongest reason of each service first, and each reason once, for all services', async () => {
  const rows = (await read('all')).body.data
  const old = rows.find(({ values }) => values.name === 'Old')
  expect(old?.why?.count).toBe(4)
  expect(rows.find(({ values }) => values.name === 'Books')?.why).toMatchObject({
    count: 1,
    reasons: [{ signal: 'no_booking' }],
  })
})

it('says nothing about reasons unless asked', async () => {
  for (const row of (await read()).body.data) expect(row).not.toHaveProperty('why')
})

it('sorts by how many reasons of all services, or of one, apply', async () => {
  expect(await named('-why')).toEqual(['Old', 'Books', 'Unknown', 'Fine'])
  expect(await named('why')).toEqual(['Unknown', 'Fine', 'Books', 'Old'])
  expect(await named(`-why:${web.id}`)).toEqual(['Old', 'Unknown', 'Fine', 'Books'])
  expect(await named(`why:${booking.id}`)).toEqual(['Unknown', 'Fine', 'Books', 'Old'])
})

it('keeps an order by a service that is gone: it counts those of all', async () => {
  expect(await named('-why:999999999')).toEqual(['Old', 'Books', 'Unknown', 'Fine'])
})

it('selects the first leads in this order', async () => {
  const filters = LeadFilters.parse({ sort: `-why:${booking.id}` })
  const body = { selection: { filters, first: 2 }, status: 'contacted' as const }
  await t.call(setLeadStatus, { params: params(), body }, user)
  const custom_search = [{ field: 'lead_status', operator: 'like' as const, value: ['contacted'] }]
  expect(await named('name', { custom_search })).toEqual(['Books', 'Old'])
})

it('refuses services of others, and an order that the list type doesn’t have', async () => {
  const other = await t.account()
  const body = { name: 'Theirs', template: 'booking' as const }
  const theirs = (await t.call(api.createService, { body }, other)).body.data
  expect((await read(theirs.id)).status).toBe(404)
  // Theirs is for booking, which would put “Books” first.
  expect(await named(`-why:${theirs.id}`)).toEqual(['Old', 'Books', 'Unknown', 'Fine'])
  const people = { type: 'people' as const, id: peopleId }
  const sorted = await t.call(leads, { params: people, body: { sort: '-why' } }, user)
  expect([sorted.status, Object.keys(sorted.error.fields)]).toEqual([422, ['sort']])
  expect((await read(undefined, '-why:x')).status).toBe(422)
})

it('finds leads that need a service by a filter that lists, views and label rules understand', async () => {
  const filter = { and: [needs(web)] }
  expect(await named('name', { filter })).toEqual(['Old'])
  expect(await named('name', { filter: { and: [needs(booking)] } })).toEqual(['Books', 'Old'])
  const columns = { shown: [{ field: 'name' }, { field: 'why' }] }
  const view = { type: 'local' as const, name: 'Web', filters: { filter }, sort: `-why:${web.id}`, columns }
  expect((await t.call(createLeadView, { body: view }, user)).status).toBe(201)
  const rule = { type: 'local' as const, filters: LeadFilters.parse({ filter }) }
  const label = (await t.call(createLabel, { body: { name: 'Needs a website', rule } }, user)).body.data
  expect((await t.call(tryLabelRule, { params: { id: label.id }, body: {} }, user)).body.data.adds).toBe(1)
})

it('exports all reasons in words, in the column that the list shows', async () => {
  const columns = ['name', 'why']
  const body = { list_id: listId, columns, filters: LeadFilters.parse({ sort: `-why:${booking.id}` }) }
  const ticket = (await t.call(exportList, { body }, user)).body.data.url.split('/').at(-1) as string
  const file = String((await t.call(download, { params: { ticket } })).body)
  expect(file.trim().split('\r\n')).toEqual([
    'Name,Why',
    'Books,Visitors can’t book online',
    'Old,Pages aren’t laid out for phones',
    'Unknown,',
    'Fine,',
  ])
})
