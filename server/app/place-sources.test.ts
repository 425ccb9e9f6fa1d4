import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download, exportAgain, exportList } from '#contract/core/files.ts'
import { editLead } from '#contract/leads/lead-edits.ts'
import { leads as leadPage, showLead } from '#contract/leads/leads.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { findSimilar } from '#contract/prospecting/find-similar.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import { previewRetention, setRetention } from '#contract/sources/searchers.ts'
import { googlePlacesSource } from '#contract/sources/source-kinds/google-places.ts'
import { osmSource } from '#contract/sources/source-kinds/osm.ts'
import { expireLeadValues } from '#server/modules/leads/exports/index.ts'
import { placeReader } from '#server/modules/sources/corpus/index.ts'
import { storeCredential } from '#server/modules/sources/sources/index.ts'

import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { createGooglePlacesSource, createOsmSource } from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { FAKE_KEY } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeGooglePlaces } from '#server/testing/fake-vendors/google-places.ts'
import { TOWN } from '#server/testing/fake-vendors/invented-places.ts'
import { startFakeOsm } from '#server/testing/fake-vendors/osm.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const OSM_PLACES = 20
const GOOGLE_PLACES = 30

const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
let google: Awaited<ReturnType<typeof startFakeGooglePlaces>>
let osm: Awaited<ReturnType<typeof startFakeOsm>>
let t: TestApp
beforeAll(async () => {
  google = await startFakeGooglePlaces({ places: GOOGLE_PLACES })
  osm = await startFakeOsm({ places: OSM_PLACES })
  const setup = { outbound, now: () => new Date() }
  const googlePlaces = createGooglePlacesSource({ ...setup, baseUrl: google.url }, placeReader)
  const openStreetMap = createOsmSource(
    { ...setup, baseUrl: osm.url, nominatimUrl: osm.url, userAgent: 'test' },
    placeReader,
  )
  // Without the vendors' rate limits, which would delay the test.
  t = await testApp({
    sources: [
      { ...googlePlaces, declaration: { ...googlePlacesSource, perMinute: null } },
      { ...openStreetMap, declaration: { ...osmSource, perMinute: null, perMinuteAt: {} } },
    ],
  })
})
afterAll(async () => {
  await t?.close()
  await google.close()
  await osm.close()
  await outbound.close()
})

/** Connects a key of a parent account, so that Google's results have a price. */
async function connect(user: TestUser) {
  const owner = await t.admin()
  await storeCredential(t.app.ctx, { accountId: owner.accountId, userId: owner.id }, googlePlacesSource, {
    key: FAKE_KEY,
  })
  return user
}

const searchOf = (source: string, more: Record<string, unknown> = {}) => ({
  source,
  category: 'brewery',
  near: TOWN,
  radius_km: 10,
  include_closed: true,
  ...more,
})

async function searched(user: TestUser, search: Record<string, unknown>) {
  const body = { name: 'Breweries', type: 'local' as const, search }
  const answer = await t.call(createList, { body }, user)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const run = await t.finished(answer.body.data.run.id, user)
  const id = answer.body.data.id
  return { run, id, rows: await rowsOf(id, user) }
}

const rowsOf = async (id: number, user: TestUser) =>
  (await t.call(leadPage, { params: { type: 'local', id }, body: { limit: 200 } }, user)).body.data.toSorted(
    (a, b) => a.id - b.id,
  )

describe('a search of several sources of businesses', () => {
  it('queries the cheapest first, merges duplicates and charges each business once', async () => {
    const user = await connect(await t.account({ credits: 1000 }))
    const { run, rows } = await searched(user, searchOf('all'))
    expect(run.state, JSON.stringify(run.error)).toBe('succeeded')
    expect([rows.length, run.cost]).toEqual([GOOGLE_PLACES, GOOGLE_PLACES])
    expect(run.counts).toMatchObject({ delivered: GOOGLE_PLACES, areas: 2 })
    const sources = rows.map(({ values }) => values.source)
    expect(sources.slice(0, OSM_PLACES).every((source) => source === 'osm')).toBe(true)
    expect(sources.slice(OSM_PLACES).every((source) => source === 'google-places')).toBe(true)
    // Google's values were added to the business from OpenStreetMap.
    expect(rows.every(({ values }) => values.google_place_id)).toBe(true)
    await expectSettledBooks(t.app.database.db, user.accountId)
    const second = await searched(user, searchOf('google-places'))
    expect([second.rows.length, second.run.cost]).toEqual([GOOGLE_PLACES, 0])
  })

  it('shows before payment what a source cannot filter and what is not stored', async () => {
    const user = await connect(await t.account())
    const quote = async (search: Record<string, unknown>) =>
      (await t.call(createQuote, { body: { type: 'local', search, only_new: false } }, user)).body.data
    expect(await quote(searchOf('all'))).toMatchObject({
      left_out: [],
      retention: [{ source: 'Google Places', days: 30 }],
    })
    expect(await quote(searchOf('all', { has: ['email'] }))).toMatchObject({
      left_out: [
        { source: 'Google Places', reason: 'Google Places doesn’t know emails. Remove that filter' },
      ],
      retention: [],
    })
    expect((await quote(searchOf('osm', { near: 'Portland State University' }))).matched).toBe(OSM_PLACES)
  })
})

describe('similar businesses', () => {
  it('are of the same kind in the same city, new to the account, at one credit each', async () => {
    const user = await connect(await t.account({ credits: 1000 }))
    const { id, rows } = await searched(user, searchOf('osm', { radius_km: 1 }))
    const similar = async () => {
      const body = { ids: rows.slice(0, 2).map((row) => row.id), limit: 50 }
      const answer = await t.call(findSimilar, { params: { type: 'local', id }, body }, user)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const run = await t.finished(answer.body.data.run.id, user)
      return { run, rows: await rowsOf(answer.body.data.list_id, user) }
    }
    const first = await similar()
    const open = GOOGLE_PLACES - GOOGLE_PLACES / 10
    // OpenStreetMap does not mark closed businesses: they come from there.
    expect(first.rows.length).toBeGreaterThanOrEqual(open - rows.length)
    expect(first.run.cost).toBe(first.rows.length)
    expect(first.rows.every(({ values }) => values.category === 'craft/brewery')).toBe(true)
    const names = new Set(rows.map(({ values }) => values.name))
    expect(first.rows.filter(({ values }) => names.has(values.name))).toEqual([])
    expect((await similar()).rows).toEqual([])
    const list = await t.call(
      findSimilar,
      { params: { type: 'influencer', id }, body: { ids: [rows[0]!.id] } },
      user,
    )
    expect(list.error.code).toBe('not_found')
    await expectSettledBooks(t.app.database.db, user.accountId)
  })
})

/** Moves everything in a list this many days into the past. */
async function age(listId: number, days: number) {
  const { db } = t.app.database
  const rows = await db
    .selectFrom('lead')
    .select(['id', 'provenance'])
    .where('list_id', '=', listId)
    .execute()
  for (const { id, provenance } of rows) {
    const text = JSON.stringify(provenance).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (iso) =>
      JSON.stringify(new Date(Date.parse(JSON.parse(iso)) - days * DAY_MS)),
    )
    await db
      .updateTable('lead')
      .set({ provenance: JSON.parse(text) })
      .where('id', '=', id)
      .execute()
  }
}

describe('data from Google', () => {
  it('expires after 30 days, except the place ID and values confirmed by another source', async () => {
    const user = await connect(await t.account({ credits: 1000 }))
    const { id, rows } = await searched(user, searchOf('all'))
    const [shared, own] = [rows[0]!, rows.at(-1)!]
    const shown = async (resultId: number) =>
      (await t.call(showLead, { params: { type: 'local', id, resultId } }, user)).body.data
    expect(Date.parse((await shown(own.id)).provenance.phone?.expires_at as string)).toBeGreaterThan(
      Date.now() + 29 * DAY_MS,
    )
    const file = await t.call(exportList, { body: { list_id: id, columns: ['name'] } }, user)
    expect(file.body.data.expiring?.leads).toBe(GOOGLE_PLACES)
    await t.call(download, { params: { ticket: file.body.data.url.split('/').at(-1) as string } })
    const second = () => t.call(exportAgain, { params: { id: file.body.data.run_id as number } }, user)
    expect((await second()).status).toBe(201)

    const params = { type: 'local' as const, id, resultId: own.id }
    await t.call(editLead, { params, body: { values: { phone: '+15035559999' } } }, user)

    await expireLeadValues(t.app.ctx, new Date(Date.now() + 29 * DAY_MS))
    expect((await shown(own.id)).values.name).toBe(own.values.name)
    await expireLeadValues(t.app.ctx, new Date(Date.now() + 31 * DAY_MS))

    const after = await shown(own.id)
    const { google_place_id, source, added_at, lead_status, ...rest } = after.values
    expect([google_place_id, source]).toEqual([own.values.google_place_id, 'google-places'])
    // Manually entered values stay; earlier ones are deleted from the history too.
    expect(rest).toEqual({ phone: '+15035559999' })
    expect(JSON.stringify(after)).not.toContain(String(own.values.phone))
    expect(after.history[0]).toMatchObject({ event: 'lead.expired' })
    // OpenStreetMap has the same values, so they stay.
    expect((await shown(shared.id)).values).toMatchObject({
      name: shared.values.name,
      phone: shared.values.phone,
      google_place_id: shared.values.google_place_id,
    })
    expect((await second()).error.code).toBe('conflict')
    expect((await t.call(exportList, { body: { list_id: id } }, user)).body.data.expiring).toBeUndefined()
    // A second source with the same values keeps Google's.
    const later = await searched(user, searchOf('google-places'))
    const into = await t.call(
      searchIntoList,
      { params: { id: later.id }, body: { search: searchOf('all') } },
      user,
    )
    await t.finished(into.body.data.run.id, user)
    await expireLeadValues(t.app.ctx, new Date(Date.now() + 31 * DAY_MS))
    const complete = (await rowsOf(later.id, user)).filter(({ values }) => values.name && values.phone)
    expect(complete).toHaveLength(OSM_PLACES)
    // A second search recognizes paid businesses by their place ID.
    expect((await searched(user, searchOf('google-places'))).run.cost).toBe(0)
  })
  it('expires sooner when an administrator sets it, never later than the terms allow', async () => {
    const admin = await t.admin()
    const params = { id: 'google-places' }
    const set = (days: number) => t.call(setRetention, { params, body: { days } }, admin)
    const losing = async (days: number) =>
      (await t.call(previewRetention, { params, query: { days } }, admin)).body.data
    expect(await set(31)).toMatchObject({
      status: 422,
      error: { fields: { days: 'The terms of Google Places allow at most 30 days' } },
    })
    expect((await t.call(setRetention, { params: { id: 'osm' }, body: { days: 7 } }, admin)).status).toBe(422)

    const user = await connect(await t.account({ credits: 1000 }))
    const { id, rows } = await searched(user, searchOf('google-places'))
    const shown = async () =>
      (await t.call(showLead, { params: { type: 'local', id, resultId: rows[0]!.id } }, user)).body.data
    const daysLeft = async () =>
      (Date.parse((await shown()).provenance.name?.expires_at as string) - Date.now()) / DAY_MS
    expect(Math.round(await daysLeft())).toBe(30)
    expect(await losing(7)).toEqual({ days: 7, leads: 0, lists: 0 })
    await age(id, 10)
    expect(await losing(7)).toEqual({ days: 7, leads: GOOGLE_PLACES, lists: 1 })

    const saved = await set(7)
    expect(saved.body.data.retention).toEqual({ days: 7, max: 30, keeps: ['Google place ID'] })
    expect(Math.round(await daysLeft())).toBe(-3)
    const body = { type: 'local' as const, search: searchOf('google-places') }
    const { retention } = (await t.call(createQuote, { body: { ...body, only_new: false } }, user)).body.data
    expect(retention).toEqual([{ source: 'Google Places', days: 7 }])
    expect((await shown()).values.name).toBe(rows[0]!.values.name)
    await expireLeadValues(t.app.ctx, new Date())
    const { name, google_place_id } = (await shown()).values
    expect([name, google_place_id]).toEqual([undefined, rows[0]!.values.google_place_id])
    await set(30)
    await expireLeadValues(t.app.ctx, new Date())
    expect((await shown()).values.name).toBeUndefined()
  })
})
