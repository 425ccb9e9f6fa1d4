import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewImport, rejectedFile, rejectedRows, startImport } from '#contract/sources/corpus.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, startedImport, upload } from '#server/testing/http-call.ts'
import { osmFile } from '#server/testing/osm-file.ts'
import { parquetFile } from '#server/testing/parquet-file.ts'
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

let number = 0
const newSource = () => {
  number += 1
  return `format ${number}`
}

/** Imports a file completely; returns the run and the contents of the corpus. */
async function imported(file: string | Buffer, settings: Parameters<typeof startedImport>[3] = {}) {
  const source = newSource()
  const answer = await startedImport(origin, admin, file, { ...settings, source })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const run = await ended(call, answer.body.data.id, admin)
  const rejected = (await call(rejectedRows, { params: { run_id: run.id } }, admin)).body
  const places = await t.app.database.db
    .selectFrom('corpus_place as p')
    .innerJoin('corpus_source as s', 's.id', 'p.source_id')
    .select(['p.source_key as id', 'p.name', 'p.category', 'p.city', 'p.lat', 'p.lon', 'p.status'])
    .where('s.name', '=', source)
    .orderBy('p.source_key')
    .execute()
  return { run, rejected, places }
}

async function previewed(file: string | Buffer, name: string) {
  const id = await upload(origin, admin, file, name)
  return { id, ...(await call(previewImport, { body: { upload_id: id } }, admin)) }
}

const FEATURES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: 'a',
      properties: { title: 'Bakery of A', amenity: 'cafe', addr: { city: 'Bath' } },
      geometry: { type: 'Point', coordinates: [-2.36, 51.38] },
    },
    { type: 'Feature', id: 'b', properties: { amenity: 'cafe' }, geometry: null },
    {
      type: 'Feature',
      id: 'c',
      properties: { title: 'Square of C' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 50],
            [2, 50],
            [2, 52],
            [0, 52],
            [0, 50],
          ],
        ],
      },
    },
  ],
})

describe('GeoJSON', () => {
  it('is shown with its columns, which are mapped like those of a table', async () => {
    const { body } = await previewed(FEATURES, 'places.json')
    expect(body.data).toMatchObject({
      format: 'geojson',
      layout: null,
      delimiter: null,
      columns: ['title', 'amenity', 'addr.city', 'id', 'geometry.lon', 'geometry.lat'],
      mapping: {
        id: 'id',
        name: 'title',
        category: 'amenity',
        city: 'addr.city',
        lat: 'geometry.lat',
        lon: 'geometry.lon',
      },
      problems: [],
    })
    expect(body.data.rows).toHaveLength(3)
    expect(body.data.rows[0]).toEqual(['Bakery of A', 'cafe', 'Bath', 'a', '-2.36', '51.38'])
  })

  it('is imported, and a feature that is not a place is named by its number', async () => {
    const { run, rejected, places } = await imported(FEATURES)
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 1 })
    expect(rejected).toEqual({ data: [{ line: 2, reason: 'no name' }], total: 1, unit: 'feature' })
    expect(places).toMatchObject([
      { id: 'a', name: 'Bakery of A', category: 'amenity/cafe', city: 'Bath', lat: 51.38, lon: -2.36 },
      { id: 'c', name: 'Square of C', lat: 51, lon: 1 },
    ])
    const ticket = (await call(rejectedFile, { params: { run_id: run.id } }, admin)).body.data
    expect(await (await fetch(`${origin}${ticket.url}`)).text()).toBe('feature,reason\r\n2,no name\r\n')
  })

  it('that is truncated keeps what came before', async () => {
    const { run, rejected, places } = await imported(FEATURES.slice(0, FEATURES.indexOf('Square')))
    expect(run).toMatchObject({ state: 'succeeded', counts: { imported: 1, rejected: 2 } })
    expect(places.map(({ id }) => id)).toEqual(['a'])
    expect(rejected.data[1]).toEqual({ line: 3, reason: 'the file ends inside this feature' })
  })
})

describe('NDJSON', () => {
  it('is imported line by line, and a partial last record is rejected', async () => {
    const file = '{"id":1,"name":"One","lat":1,"lon":2}\n{"id":2,"name":"Two","status":"closed"}\n{"id":3,"na'
    const { run, rejected, places } = await imported(file)
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 1 })
    expect(rejected).toEqual({
      data: [{ line: 3, reason: 'the file ends inside this record' }],
      total: 1,
      unit: 'line',
    })
    expect(places).toMatchObject([
      { id: '1', name: 'One', lat: 1, lon: 2 },
      { id: '2', name: 'Two', status: 'closed' },
    ])
  })

  it('accepts a manual mapping, and shows its columns', async () => {
    const file = '{"ref":1,"label":"One"}\n'
    const { places } = await imported(file, { mapping: { id: 'ref', name: 'label' } })
    expect(places).toMatchObject([{ id: '1', name: 'One' }])
    const wrong = await startedImport(origin, admin, file, { source: newSource(), mapping: { id: 'Ref' } })
    expect(wrong).toMatchObject({ status: 422 })
    expect(wrong.error.fields['mapping.id']).toContain('ref, label')
  })
})

describe('OpenStreetMap extracts', () => {
  const file = osmFile({
    nodes: [
      {
        id: 1,
        lat: 43.7,
        lon: 7.4,
        tags: { name: 'Chez Eve', amenity: 'restaurant', 'addr:city': 'Monaco' },
      },
      { id: 2, lat: 43.7, lon: 7.4, tags: { name: 'Gone', shop: 'bakery', disused: 'yes' } },
      { id: 3, lat: 43.7, lon: 7.4, tags: { name: 'x'.repeat(501), shop: 'bakery' } },
    ],
  })

  it('need no mapping: their first places are shown with place fields', async () => {
    const { body } = await previewed(file, 'here.osm.pbf')
    expect(body.data).toMatchObject({
      format: 'osm.pbf',
      layout: 'OpenStreetMap',
      columns: ['id', 'name', 'category', 'city', 'lat', 'lon', 'status'],
      mapping: {},
    })
    expect(body.data.rows[0]).toEqual([
      'node/1',
      'Chez Eve',
      'amenity=restaurant',
      'Monaco',
      '43.7',
      '7.4',
      '',
    ])
  })

  it('are imported by the tags of their elements', async () => {
    const { run, rejected, places } = await imported(file)
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 1 })
    expect(places).toMatchObject([
      { id: 'node/1', name: 'Chez Eve', category: 'amenity/restaurant', city: 'Monaco', status: 'open' },
      { id: 'node/2', category: 'shop/bakery', status: 'closed', lat: 43.7, lon: 7.4 },
    ])
    const reason = 'node/3: name is longer than 500 characters'
    expect(rejected).toEqual({ data: [{ line: 3, reason }], total: 1, unit: 'place' })
  })

  it('that are damaged end with an error that names the position', async () => {
    const many = Array.from({ length: 30 }, (_, id) => ({
      id,
      lat: 1,
      lon: 1,
      tags: { name: 'A', shop: 'bakery' },
    }))
    const whole = osmFile({ nodes: many }, { nodes: many })
    const early = await startedImport(origin, admin, file.subarray(0, -1), { source: newSource() })
    expect(early).toMatchObject({ status: 422, error: { message: expect.stringContaining('was cut off') } })
    const { run, places } = await imported(whole.subarray(0, -1))
    expect(run).toMatchObject({ state: 'failed', error: { code: 'validation_failed' } })
    expect(run.error?.message).toMatch(/^The file ends inside the block at byte \d+: it was cut off\.$/)
    expect(places).toEqual([])
  })
})

describe('Parquet', () => {
  const rows = [
    { id: 'a', names: { primary: 'Ale House' }, categories: { primary: 'pub', alternate: null } },
    { id: 'b', names: null, operating_status: 'open' },
    { id: 'c', names: { primary: 'Cafe' }, basic_category: 'cafe', operating_status: 'permanently_closed' },
  ]

  it('of a known layout is imported without a mapping', async () => {
    const file = parquetFile(rows)
    const { body } = await previewed(file, 'part-0001.parquet')
    expect(body.data).toMatchObject({ format: 'parquet', layout: 'Overture Maps Places', mapping: {} })
    const { run, rejected, places } = await imported(file)
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 1 })
    expect(rejected).toEqual({ data: [{ line: 2, reason: 'no name' }], total: 1, unit: 'row' })
    expect(places).toMatchObject([
      { id: 'a', name: 'Ale House', category: 'amenity/pub', status: 'open' },
      { id: 'c', category: 'amenity/cafe', status: 'closed' },
    ])
  })

  it.each(['places-zstd', 'places-snappy-v2'])('written by DuckDB is read: %s', async (name) => {
    // 60 generated rows in Overture's layout, by another writer than ours, with other encodings.
    const file = await readFile(new URL(`../../../testing/duckdb-files/${name}.parquet`, import.meta.url))
    const { run, places } = await imported(file)
    expect(run.counts).toEqual({ imported: 60, updated: 0, unchanged: 0, rejected: 0 })
    const place = places.find(({ id }) => id === 'gen-17')
    expect(place).toMatchObject({ name: 'Bakery 17', category: 'shop/bakery', city: 'Portland', lat: 44 })
    expect(place?.lon).toBeCloseTo(-122 + 0.17, 6)
  })

  it('that is truncated or of another layout is refused', async () => {
    const cut = await previewed(parquetFile(rows).subarray(0, -10), 'a.parquet')
    expect(cut).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining('truncated or damaged') },
    })
    const other = await previewed(parquetFile([{ title: 'A' }]), 'a.parquet')
    expect(other).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining('Its columns are title.') },
    })
  })
})

it('a stated format must be that of the file', async () => {
  const id = await upload(origin, admin, 'id,name\n1,One\n')
  const body = { upload_id: id, format: 'geojson' as const, source: newSource(), licence: 'CC0' }
  const answer = await call(startImport, { body }, admin)
  expect(answer).toMatchObject({ status: 422, error: { fields: { format: 'This file is not GeoJSON.' } } })
})
