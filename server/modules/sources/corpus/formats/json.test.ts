import { describe, expect, it } from 'vitest'
import { inShort, placeFile, readEvents, resumedReadings } from '#server/testing/place-files.ts'
import { guessMapping } from '../column-mapping.ts'
import { geojsonFormat } from './geojson.ts'
import { readPosition } from './json-record.ts'
import { ndjsonFormat } from './ndjson.ts'

const MAPPING = { id: 'id', name: 'name', city: 'address.city' }

const feature = (id: number | string, name: string, geometry: unknown = null) => ({
  type: 'Feature',
  id,
  properties: { name, note: 'a "quoted" ] } [ { \\ text' },
  geometry,
})
const collection = (features: unknown[], space?: number) =>
  JSON.stringify({ type: 'FeatureCollection', name: 'features', bbox: [1, 2, 3, 4], features }, null, space)

describe('NDJSON', () => {
  const lines = [
    '{"id": 1, "name": "One", "address": {"city": "Ávila"}}',
    '',
    '{"id": 2, "name": "Two"',
    '[1, 2]',
    '{"id": 3, "name": ["Three", "Drei"]}\r',
    '{"id": 4, "na',
  ]
  const expected = [
    { id: '1', name: 'One', city: 'Ávila' },
    '3: not valid JSON',
    '4: not a JSON object',
    { id: '3', name: 'Three;Drei', city: '' },
    '6: the file ends inside this record',
  ]

  it.each([1, 7, 1000])('is read line by line, in chunks of any size (%d bytes)', async (piece) => {
    const file = placeFile(`\ufeff${lines.join('\n')}`, { piece })
    expect(inShort(await readEvents(ndjsonFormat, file, { mapping: MAPPING }))).toEqual(expected)
  })

  it('continues after any record', async () => {
    const file = placeFile(lines.join('\n'), { piece: 11 })
    const readings = await resumedReadings(ndjsonFormat, file, { mapping: MAPPING })
    expect(readings).toHaveLength(expected.length)
    for (const reading of readings) expect(inShort(reading)).toEqual(expected)
  })

  it('rejects one oversized record and one in another encoding', async () => {
    const long = `{"id": 1, "name": "${'x'.repeat(10_000_000)}"}`
    const latin = Buffer.from('{"id": 2, "name": "Café"}\n', 'latin1')
    const file = placeFile(Buffer.concat([Buffer.from(`${long}\n`), latin, Buffer.from('{"id": 3}\n')]), {
      piece: 65_536,
    })
    expect(inShort(await readEvents(ndjsonFormat, file, { mapping: { id: 'id' } }))).toEqual([
      '1: longer than 10,000,000 bytes',
      '2: not valid UTF-8',
      { id: '3' },
    ])
  })

  it('may contain features, with the separator of RFC 8142', async () => {
    const line = JSON.stringify(feature('node/1', 'One', { type: 'Point', coordinates: [7.5, 43.5] }))
    const file = placeFile(`\x1e${line}\n`)
    const { columns } = await ndjsonFormat.preview(file, { rows: 20 })
    const mapping = guessMapping(columns)
    expect(mapping).toEqual({ id: 'id', name: 'name', lat: 'geometry.lat', lon: 'geometry.lon' })
    expect(inShort(await readEvents(ndjsonFormat, file, { mapping }))).toEqual([
      { id: 'node/1', name: 'One', lat: '43.5', lon: '7.5' },
    ])
  })

  it('is refused in another encoding', async () => {
    const preview = ndjsonFormat.preview(placeFile('{}'), { rows: 20, encoding: 'latin1' })
    await expect(preview).rejects.toMatchObject({ field: 'encoding' })
    expect((await ndjsonFormat.preview(placeFile('{}'), { rows: 1, encoding: 'UTF-8' })).columns).toEqual([])
  })
})

describe('GeoJSON', () => {
  const features = [feature(1, 'One'), feature('b', 'Two'), 'stray', feature(3, 'Three'), 17]
  const expected = [
    { id: '1', name: 'One', city: '' },
    { id: 'b', name: 'Two', city: '' },
    '3: not a feature',
    { id: '3', name: 'Three', city: '' },
    '5: not a feature',
  ]

  it.each([
    [1, 0],
    [13, 0],
    [1000, 2],
  ])('is read feature by feature, in chunks of %d bytes, indented by %d', async (piece, space) => {
    const file = placeFile(collection(features, space), { piece })
    expect(inShort(await readEvents(geojsonFormat, file, { mapping: MAPPING }))).toEqual(expected)
  })

  it('reads OpenStreetMap tags like the .pbf reader, and assigns missing ids', async () => {
    const tags = {
      name: 'Zur Mühle',
      amenity: 'restaurant',
      'addr:street': 'Bachweg',
      'addr:housenumber': '7',
      'contact:phone': '+49 30 23125 990',
      'contact:website': 'https://muehle.example',
      'contact:instagram': 'zurmuehle',
    }
    const at = (lon: number) => ({ type: 'Point', coordinates: [lon, 52.5] })
    const [withId, first, second, nameless] = [
      { type: 'Feature', properties: { '@id': 'node/7', ...tags }, geometry: at(13.4) },
      { type: 'Feature', properties: tags, geometry: at(13.5) },
      { type: 'Feature', properties: { ...tags, craft: 'key_cutter', amenity: 'no' }, geometry: at(13.6) },
      { type: 'Feature', properties: { highway: 'bus_stop' }, geometry: at(13.7) },
    ]
    const file = placeFile(collection([withId, first, second, nameless]))
    const { columns } = await geojsonFormat.preview(file, { rows: 20 })
    const mapping = guessMapping(columns)
    const rows = inShort(await readEvents(geojsonFormat, file, { mapping })) as Record<string, string>[]
    expect(rows[0]).toMatchObject({
      id: 'node/7',
      category: 'amenity=restaurant',
      street: 'Bachweg 7',
      phone: '+49 30 23125 990',
      website: 'https://muehle.example',
      instagram: 'zurmuehle',
    })
    expect(rows.map(({ category }) => category)).toEqual([
      'amenity=restaurant',
      'amenity=restaurant',
      'craft=key_cutter',
      '',
    ])
    const ids = rows.map(({ id }) => id)
    expect(ids[1]).toMatch(/^[\w-]{22}$/)
    expect([ids[2] === ids[1], ids[3]]).toEqual([false, ''])
    const repeated = placeFile(collection([second, first]))
    const moved = inShort(await readEvents(geojsonFormat, repeated, { mapping })) as Record<string, string>[]
    expect(moved.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  })

  it('continues after any feature', async () => {
    const file = placeFile(collection(features), { piece: 17 })
    const readings = await resumedReadings(geojsonFormat, file, { mapping: MAPPING })
    expect(readings).toHaveLength(expected.length)
    for (const reading of readings) expect(inShort(reading)).toEqual(expected)
  })

  it('keeps what precedes the end of a truncated file', async () => {
    const text = collection([feature(1, 'One'), feature(2, 'Two')])
    const read = async (length: number) =>
      inShort(await readEvents(geojsonFormat, placeFile(text.slice(0, length)), { mapping: { id: 'id' } }))
    const second = text.indexOf('{"type":"Feature","id":2')
    expect(await read(second + 30)).toEqual([{ id: '1' }, '2: the file ends inside this feature'])
    expect(await read(second)).toEqual([{ id: '1' }, '2: the file ends before its list of features does'])
    expect(await read(text.length)).toEqual([{ id: '1' }, { id: '2' }])
  })

  it('is refused without a feature list, even where other lists exist', async () => {
    const text = '{"type": "FeatureCollection", "other": [1], "deep": {"features": [{}]}}'
    await expect(readEvents(geojsonFormat, placeFile(text))).rejects.toThrow('no list of features')
  })

  it('holds one feature at most: an unending one is counted, not buffered', async () => {
    const long = JSON.stringify(feature(1, 'x'.repeat(11_000_000)))
    const text = `{"type":"FeatureCollection","features":[${long},${JSON.stringify(feature(2, 'Two'))}]}`
    const events = await readEvents(geojsonFormat, placeFile(text, { piece: 65_536 }), {
      mapping: { id: 'id' },
    })
    expect(inShort(events)).toEqual(['1: longer than 10,000,000 bytes', { id: '2' }])
  })
})

describe('the position of a geometry', () => {
  const square = [
    [0, 0],
    [4, 0],
    [4, 2],
    [0, 2],
    [0, 0],
  ]
  it.each<[string, unknown, [number, number] | null]>([
    ['a point', { type: 'Point', coordinates: [7, 43, 100] }, [7, 43]],
    ['an area', { type: 'Polygon', coordinates: [square] }, [2, 1]],
    [
      'an L-shaped area',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [2, 0],
            [2, 1],
            [1, 1],
            [1, 2],
            [0, 2],
            [0, 0],
          ],
        ],
      },
      [5 / 6, 5 / 6],
    ],
    [
      'the largest of several areas',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [9, 9],
              [9.1, 9],
              [9.1, 9.1],
              [9, 9],
            ],
          ],
          [square],
        ],
      },
      [2, 1],
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [2, 4],
        ],
      },
      [1, 2],
    ],
    [
      'an area without any',
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 1],
            [1, 1],
            [1, 1],
          ],
        ],
      },
      [1, 1],
    ],
    [
      'a collection',
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
      [1, 2],
    ],
    ['none', null, null],
    ['a broken one', { type: 'Polygon', coordinates: 'here' }, null],
    ['an empty one', { type: 'Polygon', coordinates: [] }, null],
    ['a point of text', { type: 'Point', coordinates: ['7', '43'] }, null],
  ])('is found in, or missing from, %s', (_what, geometry, spot) => {
    const found = readPosition(geometry)
    if (spot === null) expect(found).toBeNull()
    else for (const axis of [0, 1] as const) expect(found?.[axis]).toBeCloseTo(spot[axis], 9)
  })
})
