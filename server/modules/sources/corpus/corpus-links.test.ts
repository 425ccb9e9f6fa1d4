import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { countSearch, createQuote } from '#contract/prospecting/searches.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let admin: TestUser
const call = httpCall(() => origin)
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  admin = await t.admin()
})
afterAll(() => t.close())

const COLUMNS = ['id', 'name', 'street', 'city', 'country', 'phone', 'website', 'lat', 'lon'] as const
type Place = Partial<Record<(typeof COLUMNS)[number], string | number>>

async function importPlaces(source: string, places: Place[]): Promise<void> {
  const rows = places.map((place) => csvLine(COLUMNS.map((column) => place[column] ?? '')))
  const answer = await startedImport(origin, admin, csvLine(COLUMNS) + rows.join(''), { source })
  const run = await ended(call, answer.body.data.id, admin)
  expect(run.counts.rejected).toBe(0)
}

/** Entity keys by `source:id`, of the places whose name contains the word. */
async function keys(word: string): Promise<Record<string, string>> {
  const rows = await t.app.database.db
    .selectFrom('corpus_place as p')
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select(['s.name as source', 'p.source_key', 'p.entity_key'])
    .where('p.name', 'like', `${word}%`)
    .execute()
  return Object.fromEntries(rows.map((row) => [`${row.source}:${row.source_key}`, row.entity_key]))
}

const spot = { lat: 48.1, lon: 11.5 }
const base = { country: 'DE', city: 'München' }

describe('two records are one place', () => {
  it.each<[string, Place, Place]>([
    ['the same phone', { phone: '+49 89 1234567' }, { phone: '089 1234567' }],
    ['the same domain and city', { website: 'https://www.x.example/a' }, { website: 'http://x.example' }],
    ['a spot within 150 m', spot, { lat: 48.1009, lon: 11.5009 }],
    [
      'the same phone, 1 km apart',
      { ...spot, phone: '+49891234567' },
      { lat: 48.108, lon: 11.5, phone: '+49891234567' },
    ],
  ])('by name, country and %s', async (label, one, two) => {
    const key = label.slice(-9)
    const word = key.replaceAll(' ', '')
    await importPlaces(`first ${key}`, [{ ...base, ...one, id: 1, name: `Same ${word}` }])
    await importPlaces(`second ${key}`, [{ ...base, ...two, id: 1, name: `Same ${word.toUpperCase()}` }])
    const found = await keys('Same')
    expect(found[`second ${key}:1`]).toBe(`first ${key}:1`)
  })
})

describe('two records stay two places', () => {
  it.each<[string, Place, Place]>([
    ['by another name', { ...spot, name: 'Apart A' }, { ...spot, name: 'Apart B' }],
    ['in another country', { ...spot, country: 'AT' }, { ...spot, country: 'DE' }],
    [
      'of one chain in one city',
      { ...spot, website: 'https://chain.example' },
      { lat: 48.2, lon: 11.5, website: 'https://chain.example' },
    ],
    [
      'of one chain with one telephone',
      { ...spot, phone: '+4989555' },
      { lat: 48.1, lon: 11.6, phone: '+4989555' },
    ],
    [
      'of one chain in two streets',
      { website: 'http://c2.example', street: 'A 1' },
      { website: 'http://c2.example', street: 'B 2' },
    ],
    ['with nothing but their names in common', {}, {}],
  ])('%s', async (label, one, two) => {
    const key = label.slice(-10)
    await importPlaces(`left ${key}`, [{ ...base, name: 'Apart', ...one, id: 1 }])
    await importPlaces(`right ${key}`, [{ ...base, name: 'Apart', ...two, id: 1 }])
    const found = await keys('Apart')
    expect(found[`right ${key}:1`]).not.toBe(found[`left ${key}:1`])
  })

  it('of one source stay separate, even when both match one of another', async () => {
    await importPlaces('one', [{ ...base, ...spot, id: 1, name: 'Duplicate' }])
    await importPlaces('two', [
      { ...base, ...spot, id: 1, name: 'Duplicate' },
      { ...base, ...spot, id: 2, name: 'Duplicate' },
    ])
    await importPlaces('three', [{ ...base, ...spot, id: 1, name: 'Duplicate' }])
    const found = await keys('Duplicate')
    expect(found).toEqual({ 'one:1': 'one:1', 'two:1': 'one:1', 'two:2': 'two:2', 'three:1': 'one:1' })
  })
})

it('are not looked for by a phone that scores of places share, but by name and spot', async () => {
  const phone = '+49 89 7654321'
  const crowd = Array.from({ length: 70 }, (_, n) => ({
    ...base,
    id: n,
    name: `Crowd ${String.fromCharCode(97 + (n % 26))}${Math.floor(n / 26)}xy Kiosk`,
    phone,
    lat: 48 + n / 100,
    lon: 11.5,
  }))
  await importPlaces('crowd one', crowd)
  const [first] = crowd
  await importPlaces('crowd two', [
    { ...base, id: 1, name: `North ${first?.name}`, phone },
    { ...base, id: 2, name: first?.name ?? '', phone, lat: 48, lon: 11.5 },
  ])
  const found = await keys('Crowd')
  expect(found['crowd two:2']).toBe(found['crowd one:0'])
  const links = await t.app.database.db
    .selectFrom('corpus_link as l')
    .innerJoin('corpus_place as p', 'p.id', 'l.place_id')
    .select('p.name')
    .where('p.name', 'like', 'Crowd%')
    .execute()
  expect(links).toEqual([{ name: first?.name }])
})

it('finds, delivers and charges a place of two sources once', async () => {
  const place = { ...base, lat: -10, lon: -10, name: 'Paid once' }
  await importPlaces('paid one', [{ ...place, id: 'a' }])
  await importPlaces('paid two', [
    { ...place, id: 'b' },
    { ...place, id: 'c', name: 'Paid alone' },
  ])
  const user = await t.account({ credits: 10 })
  const body = { type: 'local' as const, search: { near: { lat: -10, lon: -10 }, radius_km: 1 } }
  expect((await call(countSearch, { body }, user)).body.data.matched).toBe(2)
  expect((await call(createQuote, { body }, user)).body.data).toMatchObject({ credits: { max: 2 } })
  const made = await call(createList, { body: { name: 'Once', ...body } }, user)
  const run = await ended(call, made.body.data.run.id, user)
  expect(run).toMatchObject({ cost: 2, counts: { delivered: 2, charged: 2, already_in_list: 0 } })
  const page = await call(leads, { params: { type: 'local', id: made.body.data.id }, body: {} }, user)
  expect(page.body.data.map((lead) => lead.values.name)).toEqual(['Paid once', 'Paid alone'])
})

it('a place keeps its key when imported again, even when it has become similar to another', async () => {
  const place = { ...base, name: 'Keeps' }
  await importPlaces('early', [{ ...place, id: 1 }])
  await importPlaces('late', [{ ...place, id: 1, phone: '+4989777777' }])
  const before = await keys('Keeps')
  expect(before).toEqual({ 'early:1': 'early:1', 'late:1': 'late:1' })
  await importPlaces('early', [{ ...place, id: 1, phone: '+4989777777' }])
  await importPlaces('late', [{ ...place, id: 1, phone: '+4989777777' }])
  expect(await keys('Keeps')).toEqual(before)
})
