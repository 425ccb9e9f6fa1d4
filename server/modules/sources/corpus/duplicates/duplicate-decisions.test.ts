import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import {
  corpusDuplicates,
  type DuplicateDecision,
  decideDuplicate,
  duplicateCounts,
} from '#contract/sources/corpus-duplicates.ts'
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
  expect((await ended(call, answer.body.data.id, admin)).counts.rejected).toBe(0)
}

async function keys(name: string): Promise<Record<string, string>> {
  const rows = await t.app.database.db
    .selectFrom('corpus_place as p')
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select(['s.name as source', 'p.entity_key'])
    .where('p.name', '=', name)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.source, row.entity_key]))
}

const duplicates = async (query: Record<string, unknown> = {}) =>
  (await call(corpusDuplicates, { query }, admin)).body

/** The pair of a business whose later record is of this source. */
async function pairOf(name: string, source?: string) {
  const { data } = await duplicates({ search: name })
  const pair = data.find(({ place }) => !source || place.source === source)
  if (!pair) throw new Error(`No pair of ${name}`)
  return pair
}

async function decide(pair: { place_id: number; other_id: number }, decision: DuplicateDecision) {
  const { place_id, other_id } = pair
  return call(decideDuplicate, { params: { place_id, other_id }, body: { decision } }, admin)
}

/** Two records for a person to decide: one phone, two streets. */
const phones = new Map<string, string>()
const maybe = (name: string, street: string, lat: number): Place => {
  const phone = phones.get(name) ?? `+4930231250${10 + phones.size}`
  phones.set(name, phone)
  return { id: name, name, street, city: 'Berlin', country: 'DE', phone, lat, lon: 13.4 }
}
const sure = (name: string, lat: number): Place => ({ id: name, name, country: 'DE', lat, lon: 13.4 })

/** What an account pays for everything around a spot, as a new list. */
async function buyAround(user: TestUser, lat: number, name: string): Promise<[cost: number, leads: number]> {
  const body = { name, type: 'local' as const, search: { near: { lat, lon: 13.4 }, radius_km: 1 } }
  const made = await call(createList, { body }, user)
  const run = await ended(call, made.body.data.run.id, user)
  return [run.cost, run.counts.delivered ?? 0]
}

describe('a pair decided by a person', () => {
  it('shares the key of the earlier record once confirmed, until undone', async () => {
    await importPlaces('first', [maybe('Undone', 'Torstr. 1', 50)])
    await importPlaces('second', [maybe('Undone', 'Weserstr. 20', 50.02)])
    const before = await keys('Undone')
    expect(before).toEqual({ first: 'first:Undone', second: 'second:Undone' })
    const pair = await pairOf('Undone')
    expect(pair).toMatchObject({ state: 'possible', same: ['name', 'phone'], names: 1 })
    expect((await decide(pair, 'confirm')).body.data).toMatchObject({ state: 'confirmed' })
    expect(await keys('Undone')).toEqual({ first: 'first:Undone', second: 'first:Undone' })
    expect((await decide(pair, 'undo')).body.data).toMatchObject({ state: 'possible', decided_at: null })
    expect(await keys('Undone')).toEqual(before)
  })

  it('stays unchanged when decided again, and is logged once', async () => {
    await importPlaces('first', [sure('Twice', 51)])
    await importPlaces('second', [sure('Twice', 51)])
    const pair = await pairOf('Twice')
    expect(pair.state).toBe('linked')
    const count = async () =>
      (
        await t.app.database.db
          .selectFrom('audit_entry')
          .select('seq')
          .where('action', '=', 'corpus.twin_decided')
          .execute()
      ).length
    const before = await count()
    await decide(pair, 'cut')
    expect((await decide(pair, 'cut')).body.data.state).toBe('cut')
    expect(await count()).toBe(before + 1)
    expect(await keys('Twice')).toEqual({ first: 'first:Twice', second: 'second:Twice' })
  })

  it('is not changed by a later import', async () => {
    await importPlaces('first', [sure('Stays', 52)])
    await importPlaces('second', [sure('Stays', 52)])
    await decide(await pairOf('Stays'), 'cut')
    await importPlaces('first', [sure('Stays', 52)])
    await importPlaces('second', [{ ...sure('Stays', 52), phone: '+493023125099' }])
    expect((await pairOf('Stays')).state).toBe('cut')
    expect(await keys('Stays')).toEqual({ first: 'first:Stays', second: 'second:Stays' })
  })

  it('includes what is linked to the later record, and nothing else', async () => {
    // The third is like the second by its phone alone.
    await importPlaces('first', [{ ...sure('Chain', 53), street: 'Torstr. 1' }])
    await importPlaces('second', [{ ...sure('Chain', 53), phone: '+493023125101', street: 'Torstr. 1' }])
    await importPlaces('third', [
      { id: 3, name: 'Chain', country: 'DE', phone: '+493023125101', street: 'Torstr. 1' },
    ])
    const one = 'first:Chain'
    expect(await keys('Chain')).toEqual({ first: one, second: one, third: one })
    await decide(await pairOf('Chain', 'second'), 'cut')
    expect(await keys('Chain')).toEqual({ first: one, second: 'second:Chain', third: 'second:Chain' })
    await decide(await pairOf('Chain', 'second'), 'undo')
    expect(await keys('Chain')).toEqual({ first: one, second: one, third: one })
    await decide(await pairOf('Chain', 'third'), 'cut')
    expect(await keys('Chain')).toEqual({ first: one, second: one, third: 'third:3' })
  })

  it('never puts two records of one source under one key', async () => {
    const branch = { ...maybe('Branches', 'Torstr. 1', 54), id: 'b' }
    await importPlaces('first', [maybe('Branches', 'Weserstr. 20', 54.02)])
    await importPlaces('second', [{ ...branch, lat: 54.02, street: 'Weserstr. 20' }])
    await importPlaces('second', [{ ...branch, id: 'c' }])
    const { data } = await duplicates({ search: 'Branches', state: 'possible' })
    const refused = await decide(data[0] as never, 'confirm')
    expect(refused.status).toBe(409)
    expect((await duplicates({ search: 'Branches', state: 'possible' })).data).toHaveLength(1)
  })

  it('that does not exist is not found', async () => {
    expect((await decide({ place_id: 1, other_id: 999_999 }, 'cut')).status).toBe(404)
  })
})

describe('charges of duplicates', () => {
  it('for the later record cover the earlier one once they are linked', async () => {
    const user = await t.account({ credits: 10 })
    await importPlaces('second', [maybe('Bought', 'Torstr. 1', 40)])
    await importPlaces('first', [maybe('Bought', 'Weserstr. 20', 40.05)])
    // The later record is the one of `first`.
    expect(await buyAround(user, 40.05, 'one')).toEqual([1, 1])
    await decide(await pairOf('Bought'), 'confirm')
    expect(await buyAround(user, 40, 'two')).toEqual([0, 1])
  })

  it('apply when the other was seen before but not bought', async () => {
    const user = await t.account({ credits: 10 })
    await importPlaces('second', [maybe('Seen', 'Torstr. 1', 41)])
    await importPlaces('first', [maybe('Seen', 'Weserstr. 20', 41.05)])
    expect(await buyAround(user, 41.05, 'one')).toEqual([1, 1])
    await t.app.database.db
      .insertInto('entity')
      .values({ account_id: user.accountId, list_type: 'local', entity_key: 'second:Seen' })
      .execute()
    await decide(await pairOf('Seen'), 'confirm')
    expect(await buyAround(user, 41, 'two')).toEqual([0, 1])
  })

  it('cover both for an account that bought them as one before they were cut; others pay for each', async () => {
    const [user, other] = [await t.account({ credits: 10 }), await t.account({ credits: 10 })]
    await importPlaces('first', [sure('Cut', 42)])
    await importPlaces('second', [sure('Cut', 42)])
    expect(await buyAround(user, 42, 'one')).toEqual([1, 1])
    await decide(await pairOf('Cut'), 'cut')
    expect(await buyAround(user, 42, 'two')).toEqual([0, 2])
    expect(await buyAround(other, 42, 'three')).toEqual([2, 2])
  })
})

it('pairs are listed newest first, page by page, by state, source and name', async () => {
  const name = (at: number) => `Paged ${'abc'[at]}ax`
  await importPlaces(
    'first',
    [0, 1, 2].map((at) => sure(name(at), 30 + at)),
  )
  await importPlaces(
    'fourth',
    [0, 1, 2].map((at) => sure(name(at), 30 + at)),
  )
  const first = await duplicates({ search: 'paged', limit: 2 })
  expect(first.data.map(({ place }) => place.name)).toEqual([name(2), name(1)])
  const second = await duplicates({ search: 'paged', limit: 2, after: first.next })
  expect([second.data.map(({ place }) => place.name), second.next]).toEqual([[name(0)], null])
  expect(first.data[0]).toMatchObject({
    metres: 0,
    same: ['name', 'spot'],
    place: { source: 'fourth' },
    other: { source: 'first', licence: expect.any(String) },
  })
  const { source_id } = await t.app.database.db
    .selectFrom('corpus_place')
    .select('source_id')
    .where('id', '=', first.data[0]?.place_id as number)
    .executeTakeFirstOrThrow()
  expect((await duplicates({ source: source_id })).data).toHaveLength(3)
  expect((await duplicates({ source: source_id, state: 'cut' })).data).toHaveLength(0)
  const counts = (await call(duplicateCounts, {}, admin)).body.data
  await decide(first.data[0] as never, 'confirm')
  expect((await call(duplicateCounts, {}, admin)).body.data).toEqual({
    ...counts,
    linked: counts.linked - 1,
    confirmed: counts.confirmed + 1,
  })
})
