import { createReadStream } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PlaceField } from '#contract/leads/place-fields.ts'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { openData } from '#server/testing/open-data.ts'
import { guessMapping } from './column-mapping.ts'
import { type PlaceDefaults, type PlaceInput, toPlace } from './place-record.ts'

const BASE = { id: '1', name: 'Sample Brewing' }

function place(raw: Partial<Record<PlaceField, string>>, defaults?: PlaceDefaults): PlaceInput {
  const outcome = toPlace({ ...BASE, ...raw }, defaults)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.place
}

function reason(raw: Partial<Record<PlaceField, string>>): string | null {
  const outcome = toPlace({ ...BASE, ...raw })
  return outcome.ok ? null : outcome.reason
}

describe('toPlace', () => {
  it('normalizes every known field', () => {
    expect(
      toPlace({
        id: ' 42 ',
        name: ' Sample \u0000 Brewing ',
        category: 'Breweries',
        street: '1 Main St',
        city: 'Portland',
        state: 'OR',
        postal_code: '97201',
        country: 'USA',
        phone: '(503) 555-0123; 503-555-0124',
        website: 'www.sample.example',
        email: 'Info@Sample.example',
        lat: '45.52',
        lon: '-122,67',
        status: 'closed',
      }),
    ).toEqual({
      ok: true,
      place: {
        sourceKey: '42',
        name: 'Sample Brewing',
        nameKey: 'sample brewing',
        streetKey: '1 main st',
        socials: null,
        category: 'craft/brewery',
        categoryRaw: 'Breweries',
        street: '1 Main St',
        city: 'Portland',
        region: 'Oregon',
        regionRaw: 'OR',
        postalCode: '97201',
        country: 'US',
        countryRaw: 'USA',
        phone: '+15035550123',
        morePhones: ['+15035550124'],
        phoneRaw: '(503) 555-0123; 503-555-0124',
        isFreephone: false,
        website: 'http://www.sample.example',
        websiteRaw: 'www.sample.example',
        domain: 'sample.example',
        email: 'info@sample.example',
        emailRaw: 'Info@Sample.example',
        lat: 45.52,
        lon: -122.67,
        status: 'closed',
      },
    })
  })

  it('keeps unknown values', () => {
    const raw = {
      category: 'gizmo',
      country: 'Atlantis',
      state: 'Deep',
      phone: 'ring',
      website: 'tbd',
      email: 'me',
    }
    expect(place(raw, { category: 'brewery', country: 'US' })).toMatchObject({
      category: 'craft/brewery',
      categoryRaw: 'gizmo',
      country: null,
      countryRaw: 'Atlantis',
      region: 'Deep',
      phone: null,
      phoneRaw: 'ring',
      website: null,
      websiteRaw: 'tbd',
      domain: null,
      email: null,
      emailRaw: 'me',
    })
  })

  it('tells nationwide phones, which branches share, from those of a place', () => {
    expect(place({ phone: '+1 800 234 5678' })).toMatchObject({ phone: '+18002345678', isFreephone: true })
    expect(place({ phone: '0800 1234567', country: 'DE' })).toMatchObject({ isFreephone: true })
    expect(place({ phone: '+1 503 555 0123' })).toMatchObject({ isFreephone: false })
    expect(place({})).toMatchObject({ phone: null, isFreephone: false })
  })

  it('removes the escape our own export puts before formula-like texts', () => {
    expect(place({ name: "'=Sum Brewing", street: "'t Veld 1" })).toMatchObject({
      name: '=Sum Brewing',
      street: "'t Veld 1",
    })
  })

  it('uses defaults only where the row is empty', () => {
    const defaults = { category: 'brewery', country: 'Germany' }
    expect(place({ phone: '09261 628000' }, defaults)).toMatchObject({
      category: 'craft/brewery',
      categoryRaw: null,
      country: 'DE',
      phone: '+499261628000',
    })
    expect(place({ category: 'bar', country: 'FR' }, defaults)).toMatchObject({
      category: 'amenity/bar',
      country: 'FR',
    })
    expect(place({ country: 'NULL' }, defaults).country).toBe('DE')
  })

  it.each([
    ['Lange Straße', '12', 'DE', 'Lange Straße 12'],
    ['Main Street', '40', 'US', '40 Main Street'],
    ['Via Roma', '7/A', 'IT', 'Via Roma 7/A'],
    ['Rue Haute', '9', '', '9 Rue Haute'],
    ['Lange Straße 12', '12', 'DE', 'Lange Straße 12'],
    ['', '12', 'DE', null],
  ])('joins the street %j with the number %s beside it in %s', (street, house_number, country, joined) => {
    expect(place({ street, house_number, country }).street).toBe(joined)
  })

  it.each<[Partial<Record<PlaceField, string>>, string]>([
    [{ id: ' ' }, 'no id: every row needs a text that identifies it'],
    [{ id: 'x'.repeat(201) }, 'id is longer than 200 characters'],
    [{ name: '\u0000 ' }, 'no name'],
    [{ name: 'x'.repeat(501) }, 'name is longer than 500 characters'],
    [{ lat: 'north', lon: '1' }, 'lat "north" is not a number: expected degrees between -90 and 90'],
    [{ lat: '91', lon: '1' }, 'lat "91" is out of range: expected degrees between -90 and 90'],
    [{ lat: '1', lon: '-180.5' }, 'lon "-180.5" is out of range: expected degrees between -180 and 180'],
    [{ lon: 'x' }, 'lon "x" is not a number: expected degrees between -180 and 180'],
  ])('refuses %j', (raw, expected) => {
    expect(reason(raw)).toBe(expected)
  })

  it.each([{ lat: '45' }, { lon: '45' }, { lat: '0', lon: '0.0' }, { lat: 'NULL', lon: '5' }, {}])(
    'stores %j without coordinates',
    (raw) => {
      expect(place(raw)).toMatchObject({ lat: null, lon: null })
    },
  )
})

const breweries = openData('businesses/openbrewerydb/breweries.csv')
const pois = openData('businesses/osm/osm_pois.csv')

async function importAll(file: string, defaults?: PlaceDefaults): Promise<PlaceInput[]> {
  const places: PlaceInput[] = []
  let columns: [PlaceField, number][] = []
  for await (const event of readCsv(createReadStream(file))) {
    if (event.kind === 'header') {
      const mapping = Object.entries(guessMapping(event.columns)) as [PlaceField, string][]
      columns = mapping.map(([field, column]) => [field, event.columns.indexOf(column)])
    }
    if (event.kind !== 'row') continue
    places.push(
      place(Object.fromEntries(columns.map(([field, index]) => [field, event.values[index]!])), defaults),
    )
  }
  return places
}

const share = (places: PlaceInput[], test: (place: PlaceInput) => boolean) =>
  places.filter(test).length / places.length

describe.skipIf(!breweries)('a real list of breweries', () => {
  it('is recognized', async () => {
    const places = await importAll(breweries!, { category: 'brewery' })
    expect(places).toHaveLength(11_822)
    expect(new Set(places.map(({ country }) => country))).not.toContain(null)
    expect(places.filter(({ category }) => category !== 'craft/brewery')).toEqual([])
    expect(places.filter(({ status }) => status === 'closed')).toHaveLength(637)
    expect(places.filter(({ lat }) => lat !== null)).toHaveLength(9387)
    expect(share(places, ({ phoneRaw, phone }) => phoneRaw === null || phone !== null)).toBeGreaterThan(0.995)
    expect(
      share(places, ({ websiteRaw, website }) => websiteRaw === null || website !== null),
    ).toBeGreaterThan(0.995)
  })
})

describe.skipIf(!pois)('real places from OpenStreetMap', () => {
  it('are recognized', async () => {
    const places = await importAll(pois!)
    expect(places).toHaveLength(988)
    expect(share(places, ({ category }) => category !== null)).toBeGreaterThan(0.95)
    expect(share(places, ({ emailRaw, email }) => emailRaw === null || email !== null)).toBe(1)
    expect(share(places, ({ lat, lon }) => lat !== null && lon !== null)).toBe(1)
  })
})
