import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '#server/platform/db/db.ts'
import {
  DATA_SET_PAIRS,
  GUIDE_PAIRS,
  LABELLED_PAIRS,
  type LabelledPair,
  type LabelledRow,
} from '#server/testing/labelled-places/labelled-pairs.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { upsertSource } from '../corpus-store.ts'
import { toPlace } from '../place-record.ts'
import { storePlaces } from '../store-places.ts'

let t: TestApp
beforeEach(async () => {
  t = await testApp()
})
afterEach(() => t.close())

/** Pairs are far apart: each is shifted east, which keeps the distances within it. */
const DEGREES_APART = 0.3

function apart(row: LabelledRow, index: number): LabelledRow {
  if (row.lon === undefined) return row
  const lon = Number(row.lon) + index * DEGREES_APART
  return { ...row, lon: String(lon > 180 ? lon - 360 : lon) }
}

async function importPlaces(sourceName: string, rows: readonly LabelledRow[]): Promise<Map<string, string>> {
  const { db } = t.app.database
  const places = rows.map((row, index) => {
    const outcome = toPlace({ ...apart(row, index), id: String(index) })
    if (!outcome.ok) throw new Error(`${row.name}: ${outcome.reason}`)
    return outcome.place
  })
  const sourceId = await transaction(db, async () => {
    const id = await upsertSource(db, sourceName, 'CC0')
    await storePlaces(db, { sourceId: id, sourceName, licence: 'CC0', runId: 0, places })
    return id
  })
  const stored = await db
    .selectFrom('corpus_place')
    .select(['source_key', 'entity_key'])
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(stored.map((row) => [row.source_key, row.entity_key]))
}

const reported = ({ kind, left, right }: LabelledPair) => `${kind}: ${left.name} | ${right.name}`

const withoutSpot = ({ lat: _lat, lon: _lon, ...row }: LabelledRow): LabelledRow => row

it.each<[string, readonly LabelledPair[], number]>([
  ['200 labelled pairs', LABELLED_PAIRS, 200],
  ['restaurants of two guides', GUIDE_PAIRS, 45],
  ['places of two open data sets', DATA_SET_PAIRS, 66],
  [
    'the same without coordinates',
    DATA_SET_PAIRS.map(({ left, right, ...rest }) => ({
      ...rest,
      left: withoutSpot(left),
      right: withoutSpot(right),
    })),
    66,
  ],
])('finds the duplicates among %s, and few that are none', async (name, pairs, count) => {
  expect(pairs).toHaveLength(count)
  const first = await importPlaces(
    `${name}, one`,
    pairs.map(({ left }) => left),
  )
  const second = await importPlaces(
    `${name}, two`,
    pairs.map(({ right }) => right),
  )
  const isLinked = (_: unknown, index: number) => first.get(String(index)) === second.get(String(index))
  const linked = pairs.filter(isLinked)
  const missed = pairs.filter((pair, index) => pair.same && !isLinked(pair, index))
  const wrong = linked.filter(({ same }) => !same)
  const precision = (linked.length - wrong.length) / linked.length
  const recall = 1 - missed.length / pairs.filter(({ same }) => same).length
  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`
  const message = [
    figures,
    'Linked, but two:',
    ...wrong.map(reported),
    'Missed:',
    ...missed.map(reported),
  ].join('\n')
  expect(precision, message).toBeGreaterThanOrEqual(0.98)
  expect(recall, message).toBeGreaterThanOrEqual(0.85)
})

/** A record that says nothing of where it is but its city. */
const BARE = { street: '', phone: '', website: '', postal_code: '' }
const RIVET = {
  name: 'Rivet Bros',
  street: '12 Canal Road',
  city: 'Leeds',
  postal_code: 'LS1 4AP',
  country: 'GB',
  phone: '+441134960000',
  website: 'https://rivet.example',
} as LabelledRow

it.each<[string, Partial<LabelledRow>, Partial<LabelledRow>, boolean]>([
  ['the same name and phone at another number', { website: '' }, { street: '18 Canal Road' }, true],
  ['another phone and number', {}, { street: '18 Canal Road', phone: '+441134960111', website: '' }, false],
  [
    'a number with and without a hyphen',
    { street: '61-11 Pond Road', phone: '', website: '' },
    { street: '6111 Pond Road' },
    true,
  ],
  [
    'a number and a staircase',
    { street: '6/1 Pond Road', phone: '', website: '' },
    { street: '61 Pond Road' },
    false,
  ],
  [
    'another phone at the same street and postal code',
    { website: '' },
    { name: 'Rivet Bros Leeds', phone: '+441134960111' },
    true,
  ],
  ['two kinds of repair', { category: 'shop/car_repair' }, { name: 'Rivet', category: 'shop/repair' }, true],
  ['a postal code instead of a street', { ...BARE, postal_code: 'LS1 4AP' }, {}, true],
  ['a city instead of a street', BARE, {}, false],
  [
    'a long name in a city',
    { ...BARE, name: 'Rivet Bicycle Workshop' },
    { name: 'Rivet Bicycle Workshop' },
    true,
  ],
  ['a name with and without a space', { ...BARE, name: 'RivetBros', postal_code: 'LS1 4AP' }, {}, true],
  [
    'a postal code that lost its first zero',
    { ...BARE, postal_code: '06810', country: 'US' },
    { postal_code: '6810', country: 'US' },
    true,
  ],
  ['a street without its number', { ...BARE, street: 'Canal Road' }, {}, true],
  [
    'a number with and without its letter',
    { street: '12B Canal Road', website: '' },
    { phone: '+441134960111' },
    true,
  ],
  [
    'two letters of a number',
    { street: '12B Canal Road', website: '' },
    { street: '12A Canal Road', phone: '+441134960111' },
    false,
  ],
  [
    'numbers of a Japanese address',
    { street: '東町3-14-7', phone: '', postal_code: '', website: '' },
    { street: '埼玉県東町３丁目１４−７' },
    true,
  ],
  [
    'other numbers of a Japanese address',
    { street: '東町3-14-9', phone: '', postal_code: '', website: '' },
    { street: '埼玉県東町３丁目１４−７' },
    false,
  ],
  [
    'two pages of a website for one address',
    { website: 'https://rivet.example/leeds' },
    { name: 'Rivet Bros Cycles', website: 'https://rivet.example/shops/12', phone: '+441134960111' },
    true,
  ],
  [
    'two spellings of a name without coordinates',
    { ...BARE, name: 'Bicycletta', street: '12 Canal Road' },
    { name: 'Bicycleta' },
    true,
  ],
  [
    'nearly the same name at an address',
    { name: 'Rivet Improvement' },
    { name: 'Rivet Improvements', website: '', phone: '+441134960111' },
    true,
  ],
  [
    'a restaurant in a store',
    { category: 'landuse/retail' },
    { name: 'Rivet Bros Restaurant', category: 'landuse/retail' },
    false,
  ],
  ['the photo centre of a store', {}, { name: 'Rivet Bros Photo Centre' }, false],
  [
    'a centre that both names have',
    { name: 'Rivet Photo Centre' },
    { name: 'Rivet Bros Photo Centre' },
    true,
  ],
])('links records by all that speaks for and against it: %s', async (title, left, right, isOne) => {
  const first = await importPlaces(`${title}, one`, [{ ...RIVET, ...left }])
  const second = await importPlaces(`${title}, two`, [{ ...RIVET, ...right }])
  expect(first.get('0') === second.get('0')).toBe(isOne)
})

it('a name that several places have says nothing of one of them', async () => {
  const bare = { ...RIVET, ...BARE, postal_code: RIVET.postal_code ?? '' }
  const first = await importPlaces('one of many', [
    { ...bare, street: '1 Pond Road' },
    { ...bare, street: '8 Hill Road' },
  ])
  const second = await importPlaces('a name alone', [bare])
  expect([...first.values()]).not.toContain(second.get('0'))
})
