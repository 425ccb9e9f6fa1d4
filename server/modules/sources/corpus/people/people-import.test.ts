import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { countSearch, createQuote, previewSearch } from '#contract/prospecting/searches.ts'
import { corpusSources, previewImport, rejectedRows } from '#contract/sources/corpus.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, startedImport, upload } from '#server/testing/http-call.ts'
import { parquetFile } from '#server/testing/parquet-file.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { endLoad, startLoad } from '../loads-store.ts'
import { tidyLoads } from '../settle-load.ts'
import { storePeople } from './people-store.ts'
import { toPerson } from './person-record.ts'

let t: TestApp
let origin: string
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  admin = await t.admin()
})
afterAll(() => t.close())

const call = httpCall(() => origin)

async function imported(file: string | Buffer, source: string, more: object = {}) {
  const started = await startedImport(origin, admin, file, { source, kind: 'people', ...more })
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  return ended(call, started.body.data.id, admin)
}

const search = (more: object) => ({ type: 'people' as const, search: { source: 'corpus', ...more } })

async function countOf(user: TestUser, more: object) {
  const answer = await t.call(countSearch, { body: search(more) }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data
}

async function bought(user: TestUser, name: string, more: object, request: object = {}) {
  const made = await t.call(createList, { body: { name, ...search(more), ...request } }, user)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  const { id, run } = made.body.data
  return { id, run: await ended(call, run.id, user) }
}

describe('before anybody was imported', () => {
  it('a search without a source uses the sample, and one of the corpus says it is empty', async () => {
    const user = await t.account()
    const body = { type: 'people' as const, search: { position: 'CEO' } }
    const sample = await t.call(countSearch, { body }, user)
    expect(sample.body.data).toMatchObject({ no_data: false, title: null })
    expect(sample.body.data.matched).toBeGreaterThan(0)
    expect(await countOf(user, { position: 'CEO' })).toMatchObject({ matched: 0, no_data: true })
  })
})

describe('people of a file', () => {
  const FILE = [
    'Vorname;Nachname;Funktion;Firma;E-Mail;Telefon;Ort;Land;LinkedIn',
    'Anna;Berg;Geschäftsführerin;Berg GmbH & Co. KG;anna@berg.test;0911 604237;Nürnberg;Deutschland;anna-berg',
    'Bob;Stone;Chief Executive Officer;Stone, Inc.;bob@stone.test;;Portland;USA;',
    'Cleo;Roux;Directrice marketing;Société Générale S.A.;;;Lyon;France;https://www.linkedin.com/in/cleo-roux?x=1',
    'Dan;Lee;Assistant to the CEO;Stone Ltd;dan@stone.test;;London;UK;',
    ';;Berater;Niemand AG;info@niemand.test;;;;',
    'Eve;Noone;;;;;;;',
  ].join('\n')
  let user: TestUser

  beforeAll(async () => {
    user = await t.account({ credits: 1000 })
    const run = await imported(FILE, 'First list')
    expect(run.counts).toMatchObject({ imported: 4, updated: 0, rejected: 2 })
    const rejected = await t.call(rejectedRows, { params: { run_id: run.id } }, admin)
    expect(
      rejected.body.data.map(({ line, reason }: { line: number; reason: string }) => [
        line,
        reason.slice(0, 12),
      ]),
    ).toEqual([
      [6, 'no name: a n'],
      [7, 'nothing but '],
    ])
  })

  it.each<[object, number]>([
    [{ position: 'CEO' }, 2],
    [{ position: 'managing director', place: 'Germany' }, 1],
    [{ position: 'CMO' }, 0],
    [{ position: 'head of marketing' }, 1],
    [{ seniority: ['c_level'] }, 2],
    [{ seniority: ['c_level', 'head'] }, 3],
    [{ company: 'stone' }, 2],
    [{ company: 'Societe Generale' }, 1],
    [{ company: 'Sto' }, 0],
    [{ place: 'Nuremberg' }, 1],
    [{ place: 'Portland' }, 1],
    [{ place: 'Portland, Oregon' }, 0],
    [{ place: 'United Kingdom' }, 1],
    [{ keywords: 'roux' }, 1],
    [{ keywords: 'societe lyon' }, 1],
    [{ keywords: '%' }, 0],
    [{ position: ' - ', company: 'stone' }, 0],
    [{ company: 'stone', has: ['email'] }, 2],
    [{ place: 'France', has: ['email'] }, 0],
    [{ place: 'France', has: ['linkedin'] }, 1],
    [{ place: 'Germany', has: ['phone', 'email', 'linkedin'] }, 1],
    [{ keywords: "x' or 1=1 --" }, 0],
  ])('%j finds %i', async (more, expected) => {
    expect((await countOf(user, more)).matched).toBe(expected)
  })

  it('are searched with an explanation of the query', async () => {
    expect(await countOf(user, { position: 'CEO', place: 'Portland, Oregon' })).toMatchObject({
      title: { also: expect.arrayContaining(['chief executive officer', 'managing director']), words: [] },
      area: { labels: ['Portland, Oregon, United States'], as_keywords: false },
    })
    expect(await countOf(user, { place: 'Sampleton' })).toMatchObject({
      area: { labels: [], as_keywords: true },
    })
  })

  it('are previewed with masked contacts and delivered with their source at the people price', async () => {
    const wanted = { position: 'CEO', place: 'Germany' }
    const shown = await t.call(previewSearch, { body: search(wanted) }, user)
    expect(JSON.stringify(shown.body)).not.toMatch(/anna@berg\.test|604237|linkedin/)
    expect(shown.body.data.rows[0]).toMatchObject({
      name: 'Anna Berg',
      email: 'a…@berg.test',
      is_saved: false,
    })
    const quote = await t.call(createQuote, { body: search(wanted) }, user)
    expect(quote.body.data).toMatchObject({ matched: 1, already_saved: 0, unit_cost: 3, credits: { max: 3 } })
    const { id, run } = await bought(user, 'Bosses', wanted)
    expect(run).toMatchObject({ state: 'succeeded', cost: 3, counts: { delivered: 1 } })
    const page = await t.call(leads, { params: { type: 'people', id }, body: {} }, user)
    expect(page.body.data[0]).toMatchObject({
      values: {
        name: 'Anna Berg',
        seniority: 'c_level',
        phone: '+49911604237',
        country: 'DE',
        linkedin_url: 'https://www.linkedin.com/in/anna-berg',
      },
    })
    const repeated = await t.call(createQuote, { body: search(wanted) }, user)
    expect(repeated.body.data).toMatchObject({ already_saved: 1, already_paid: 1, credits: { max: 0 } })
    const fresh = await t.call(createQuote, { body: { ...search(wanted), only_new: true } }, user)
    expect(fresh.body.data).toMatchObject({ leads: { max: 0 } })
  })

  it('of two sources with one email or LinkedIn URL are one person, who is paid for once', async () => {
    const second = [
      'name,title,company,email,linkedin',
      'A. Berg,Chair,Other,ANNA@berg.test,',
      'Cleo R.,CEO,Other,,fr.linkedin.com/in/Cleo-Roux',
      'Info Desk,Clerk,Niemand,info@niemand.test,',
      'Bob Stone,CEO,Stone Inc,,',
    ].join('\n')
    expect((await imported(second, 'Second list')).counts).toMatchObject({ imported: 4, rejected: 0 })
    const { rows } = await sql<{ name: string; key: string }>`
      select p.name, p.entity_key as key from corpus_person p join corpus_source s on s.id = p.source_id
      where s.name in ('First list', 'Second list')`.execute(t.app.database.db)
    const keyOf = (name: string) => rows.find((row) => row.name === name)?.key
    expect(keyOf('A. Berg')).toBe(keyOf('Anna Berg'))
    expect(keyOf('Cleo R.')).toBe(keyOf('Cleo Roux'))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(6)
    const buyer = await t.account({ credits: 100 })
    const both = await bought(buyer, 'Both', { keywords: 'berg' })
    expect(both.run).toMatchObject({ cost: 3, counts: { delivered: 1 } })
    const other = await bought(buyer, 'Again', { position: 'chair' })
    expect(other.run).toMatchObject({ cost: 0, counts: { delivered: 1 } })
  })

  it('imported again are the same people', async () => {
    const run = await imported(FILE.replace('Nürnberg', 'Fürth'), 'First list')
    expect(run.counts).toEqual({ imported: 0, updated: 4, unchanged: 3, rejected: 2 })
    const { matched } = await countOf(user, { place: 'Fürth' })
    expect(matched).toBe(1)
    const sources = await t.call(corpusSources, {}, admin)
    expect(sources.body.data.find(({ name }: { name: string }) => name === 'First list')).toMatchObject({
      places: 0,
      people: 4,
    })
  })

  it('answer a search without a source, once there are some', async () => {
    const body = { type: 'people' as const, search: { position: 'CEO', place: 'Germany' } }
    expect((await t.call(countSearch, { body }, user)).body.data).toMatchObject({
      matched: 1,
      not_applied: [],
    })
    const nothing = await t.call(countSearch, { body: { type: 'people', search: {} } }, user)
    expect(nothing.error.fields).toEqual({ 'search.position': 'Field is required' })
  })

  it('of a sample ignore filters it cannot answer, and the reply says so', async () => {
    const { body } = await t.call(
      countSearch,
      {
        body: search({
          source: 'sample',
          position: 'CEO',
          place: 'Berlin',
          seniority: ['vp'],
          has: ['phone'],
        }),
      },
      user,
    )
    expect(body.data.not_applied).toEqual(['Seniority', 'Place', 'Must have'])
  })

  it('are read from NDJSON too', async () => {
    const lines = [
      {
        person: { x: 1 },
        fullName: 'Ndjson One',
        jobTitle: 'CTO',
        company: { name: 'Nested AG' },
        skills: ['Go', 'Rust'],
      },
      { fullName: 'Ndjson Two', jobTitle: 'Dev', company: { name: 'Nested AG' } },
    ]
    const run = await imported(lines.map((line) => JSON.stringify(line)).join('\n'), 'Objects')
    expect(run.counts).toMatchObject({ imported: 2, updated: 0, rejected: 0 })
    expect((await countOf(user, { company: 'nested', keywords: 'rust' })).matched).toBe(1)
  })
})

describe('a file without people', () => {
  it.each<[string, () => string | Buffer | Promise<Buffer>, string, RegExp]>([
    ['without names', () => 'company,email\nA,a@a.test\n', 'mapping.name', /column with the name/],
    [
      'of places in GeoJSON',
      () => '{"type":"FeatureCollection","features":[]}',
      'upload_id',
      /CSV and NDJSON.*GeoJSON/,
    ],
    [
      'of places in Parquet',
      () => parquetFile([{ fsq_place_id: '1', name: 'One', latitude: 1, longitude: 1 }]),
      'upload_id',
      /CSV and NDJSON.*Foursquare/,
    ],
  ])('%s is refused', async (_what, make, field, message) => {
    const answer = await startedImport(origin, admin, await make(), { source: 'No', kind: 'people' })
    expect([answer.status, answer.error.fields?.[field]]).toEqual([422, expect.stringMatching(message)])
  })

  it('has no people fields for place columns', async () => {
    const mapping = { name: 'name', lat: 'company' }
    const answer = await startedImport(origin, admin, 'name,company\nA,B\n', {
      source: 'No',
      kind: 'people',
      mapping,
    })
    expect(answer.error.fields).toEqual({
      'mapping.lat': expect.stringContaining('People have no such field'),
    })
  })

  it('is read as places by default', async () => {
    const id = await upload(origin, admin, 'id,name,job title\n1,A,CEO\n')
    const asPlaces = await t.call(previewImport, { body: { upload_id: id } }, admin)
    const asPeople = await t.call(previewImport, { body: { upload_id: id, kind: 'people' } }, admin)
    expect(asPlaces.body.data.mapping).toEqual({ id: 'id', name: 'name' })
    expect(asPeople.body.data.mapping).toEqual({ id: 'id', name: 'name', position: 'job title' })
  })
})

describe('people of an import', () => {
  it('are hidden until it ends, and deleted when it fails', async () => {
    const { db } = t.app.database
    const user = await t.account()
    const runId = 900_001
    const read = toPerson({ name: 'Hidden One', company: 'Hidden Inc' })
    if (!read.ok) throw new Error(read.reason)
    await imported('name,company\nShown One,Shown Inc\n', 'Both')
    const { id: sourceId } = await db
      .selectFrom('corpus_source')
      .select('id')
      .where('name', '=', 'Both')
      .executeTakeFirstOrThrow()
    await transaction(db, async () => {
      await startLoad(db, { runId, sourceId, isLarge: false })
      await storePeople(db, { sourceId, sourceName: 'Both', licence: 'CC0', runId, records: [read.person] })
    })
    expect((await countOf(user, { company: 'hidden' })).matched).toBe(0)
    await endLoad(db, runId, 'failed')
    await tidyLoads(db)
    expect((await countOf(user, { company: 'hidden' })).matched).toBe(0)
    expect((await countOf(user, { company: 'shown' })).matched).toBe(1)
    const left = await db.selectFrom('corpus_person').select('id').where('added_run_id', '=', runId).execute()
    expect(left).toEqual([])
  })
})
