import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveCategory } from '#server/modules/core/vocabulary/index.ts'
import { openData } from '#server/testing/open-data.ts'
import { parquetFile, wkbPoint } from '#server/testing/parquet-file.ts'
import { inShort, placeFile, readEvents, resumedReadings } from '#server/testing/place-files.ts'
import { categoryOfCode, knownCodes } from './overture-categories.ts'
import { parquetFormat } from './parquet.ts'
import { pointInWkb } from './wkb.ts'

const read = async (rows: Record<string, unknown>[]) =>
  inShort(await readEvents(parquetFormat, placeFile(parquetFile(rows))))

const bakery = {
  id: '08f1',
  names: { primary: 'Bäckerei Ä' },
  addresses: [
    { freeform: 'Hauptstr. 1', locality: 'Ulm', postcode: '89073', region: 'DE-BW', country: 'DE' },
    { freeform: 'elsewhere' },
  ],
  phones: ['+49 731 1', '+49 731 2'],
  websites: ['https://a.example', 'https://b.example'],
  socials: ['https://facebook.com/a'],
  emails: ['hello@a.example'],
  confidence: 0.9,
  operating_status: 'permanently_closed',
  geometry: wkbPoint(9.99, 48.4),
}
const asPlace = {
  id: '08f1',
  name: 'Bäckerei Ä',
  category: 'shop/bakery',
  street: 'Hauptstr. 1',
  city: 'Ulm',
  state: 'BW',
  postal_code: '89073',
  country: 'DE',
  phone: '+49 731 1;+49 731 2',
  website: 'https://a.example',
  email: 'hello@a.example',
  status: 'permanently_closed',
  lat: '48.4',
  lon: '9.99',
}

describe('Overture Maps Places', () => {
  it('are read with old and new categories', async () => {
    const old = { ...bakery, categories: { primary: 'bakery', alternate: ['cafe'] } }
    const taxonomy = { primary: 'bakery', hierarchy: ['food_and_drink', 'bakery'], alternates: ['cafe'] }
    expect(await read([old])).toEqual([asPlace])
    expect(await read([{ ...bakery, taxonomy, basic_category: 'bakery' }])).toEqual([asPlace])
  })

  it('fall back to broader codes, to others and to the code itself', async () => {
    const category = async (more: object) => {
      const [place] = await read([{ ...bakery, ...more }])
      return (place as { category: string }).category
    }
    const taxonomy = { primary: 'no_such_thing', hierarchy: ['retail', 'bakery', 'no_such_thing'] }
    expect(await category({ taxonomy })).toBe('shop/bakery')
    expect(await category({ categories: { primary: 'no_such_thing', alternate: null } })).toBe(
      'no_such_thing',
    )
    expect(await category({ categories: null })).toBe('')
  })

  it.each<[string, string, object]>([
    [
      'a parent, where the code itself means nothing here',
      'office/lawyer',
      { taxonomy: { primary: 'dog_law', hierarchy: ['services_and_business', 'legal_services', 'dog_law'] } },
    ],
    ['the known parent of a code that comes without', 'office/lawyer', { primary: 'divorce_and_family_law' }],
    ['no alternate', 'no_such_thing', { primary: 'no_such_thing', alternate: ['cafe'] }],
    ['no alternate of a broad code', 'shopping', { primary: 'shopping', alternate: ['department_store'] }],
    [
      'nothing, where all parents are too broad',
      'light_paintings',
      { taxonomy: { primary: 'light_paintings', hierarchy: ['shopping', 'light_paintings'] } },
    ],
  ])('a category is widened to %s', async (_what, expected, codes: { taxonomy?: object }) => {
    const row = { ...bakery, ...(codes.taxonomy ? { ...codes, categories: null } : { categories: codes }) }
    expect(await read([row])).toMatchObject([{ category: expected }])
  })

  it('are at their point, else at the center of their box, with missing values empty', async () => {
    const bare = { id: 'a', names: { primary: 'A' }, bbox: { xmin: 1, xmax: 2, ymin: -4, ymax: -2 } }
    expect(await read([bare])).toEqual([
      {
        ...Object.fromEntries(Object.keys(asPlace).map((key) => [key, ''])),
        id: 'a',
        name: 'A',
        lat: '-3',
        lon: '1.5',
      },
    ])
    const socials = ['https://www.facebook.com/acorn.bakery/', 'https://elsewhere.example/acorn']
    expect((await read([{ ...bakery, websites: null, socials }]))[0]).toMatchObject({
      website: '',
      facebook: 'https://facebook.com/acorn.bakery',
    })
  })
})

it('Foursquare OS Places are read by their columns', async () => {
  const row = {
    fsq_place_id: '4b05',
    name: 'Trattoria',
    latitude: 45.5,
    longitude: -122.6,
    address: '1 Main St',
    locality: 'Portland',
    region: 'OR',
    postcode: '97201',
    country: 'US',
    tel: '(503) 555-0100',
    website: 'https://t.example',
    email: 'hi@t.example',
    fsq_category_labels: ['Nothing > Known', 'Dining and Drinking > Restaurant > Italian Restaurant'],
    date_closed: null,
    facebook_id: 'trattoria',
    instagram: 'trattoria_pdx',
  }
  const place = {
    id: '4b05',
    name: 'Trattoria',
    category: 'Dining and Drinking > Restaurant > Italian Restaurant',
    street: '1 Main St',
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
    country: 'US',
    phone: '(503) 555-0100',
    website: 'https://t.example',
    email: 'hi@t.example',
    lat: '45.5',
    lon: '-122.6',
    status: '',
    facebook: 'trattoria',
    instagram: 'trattoria_pdx',
    x: '',
  }
  const closed = { fsq_place_id: 'b', name: 'B', date_closed: '2024-02-01' }
  expect(await read([row, closed])).toEqual([place, expect.objectContaining({ id: 'b', status: 'closed' })])
})

describe('a file', () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, names: { primary: `Place ${at}` } }))

  it('continues after any row, in groups of any size', async () => {
    const file = placeFile(parquetFile(rows, { rowGroupSize: 7 }))
    const whole = await readEvents(parquetFormat, file)
    expect(whole.map(({ at }) => at)).toEqual(rows.map((_, at) => at + 1))
    const readings = await resumedReadings(parquetFormat, file)
    expect(readings).toHaveLength(25)
    for (const reading of readings) expect(reading).toEqual(whole)
  })

  it('is shown with its fields', async () => {
    expect(await parquetFormat.preview(placeFile(parquetFile(rows)), { rows: 2 })).toEqual({
      columns: ['id', 'name'],
      rows: [
        ['0', 'Place 0'],
        ['1', 'Place 1'],
      ],
      problems: [],
      delimiter: null,
      layout: 'Overture Maps Places',
    })
  })

  it.each([1, 100, 1000])('without its last %d bytes is refused', async (missing) => {
    const file = placeFile(parquetFile(rows).subarray(0, -missing))
    await expect(readEvents(parquetFormat, file)).rejects.toThrow(/^The Parquet file is truncated or damaged/)
  })

  it('with damaged rows is refused where they start', async () => {
    const bytes = parquetFile(rows, { rowGroupSize: 7 })
    bytes.fill(0xff, 4, 40)
    await expect(readEvents(parquetFormat, placeFile(bytes))).rejects.toThrow(
      'The rows from 1 on cannot be read: the file is damaged.',
    )
  })

  it('with another layout is refused with its columns', async () => {
    const file = placeFile(parquetFile([{ id: '1', title: 'A', latitude: 1 }]))
    await expect(parquetFormat.preview(file, { rows: 1 })).rejects.toThrow(
      'This Parquet file has none of the supported layouts (Foursquare OS Places, Overture Maps Places). Its columns are id, title, latitude.',
    )
  })
})

it('a point in well-known binary is read in every encoding', () => {
  for (const options of [{}, { big: true }, { srid: 4326 }])
    expect(pointInWkb(wkbPoint(7.5, -43.25, options))).toEqual([7.5, -43.25])
  expect(pointInWkb(new Uint8Array(21))).toBeNull()
  expect(pointInWkb(wkbPoint(1, 2).subarray(0, 20))).toBeNull()
  expect(pointInWkb(wkbPoint(Number.NaN, 2))).toBeNull()
})

it('the code table uses existing categories, each code once', () => {
  const strange = [...knownCodes()].filter(([, id]) => resolveCategory(id)?.id !== id)
  expect(strange).toEqual([])
  expect([categoryOfCode('contractor'), categoryOfCode('parking'), categoryOfCode('hair_salon')]).toEqual([
    'office/company',
    null,
    'shop/hairdresser',
  ])
})

const official = openData('places/overture-categories/overture_categories.json')
describe.skipIf(official === null)('the official code list (needs the open test data)', () => {
  const all = official
    ? (JSON.parse(readFileSync(official, 'utf8')) as { code: string; path: string[] }[])
    : []

  it('has every code of our table', () => {
    const codes = new Set(all.map(({ code }) => code))
    expect([...knownCodes().keys()].filter((code) => !codes.has(code))).toEqual([])
  })

  it('is mostly recognized, and almost completely with the broader codes', () => {
    const known = all.filter(({ code }) => categoryOfCode(code) !== null)
    const widened = all.filter(({ path }) => path.some((code) => categoryOfCode(code) !== null))
    expect(known.length).toBeGreaterThan(1300)
    // Only by the taxonomy's own parents: an alternate code is another trade.
    expect(widened.length).toBeGreaterThan(1750)
  })
})
