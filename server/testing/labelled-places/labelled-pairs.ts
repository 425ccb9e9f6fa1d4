import { BRANCH_PAIRS, DOOR_PAIRS } from './labelled-pairs-branches.ts'
import { MOVED_PAIRS, RENAMED_PAIRS } from './labelled-pairs-changed.ts'
import { BUILDING_PAIRS, NEARBY_PAIRS } from './labelled-pairs-neighbours.ts'
import { OPEN_PAIRS } from './labelled-pairs-open.ts'
import { PLAIN_PAIRS } from './labelled-pairs-plain.ts'
import { RESTAURANT_PAIRS } from './labelled-pairs-restaurants.ts'
import { WRITTEN_PAIRS } from './labelled-pairs-writing.ts'

/** A row as a file of open data has it: every field a text, missing ones left out. */
export type LabelledRow = Partial<
  Record<
    | 'name'
    | 'category'
    | 'street'
    | 'city'
    | 'postal_code'
    | 'country'
    | 'phone'
    | 'website'
    | 'status'
    | 'lat'
    | 'lon',
    string
  >
>

/** Two records of two sources, and whether a careful person with only these fields takes them for one business. */
export type LabelledPair = { kind: string; same: boolean; left: LabelledRow; right: LabelledRow }

/** Where pairs stand: country, city and the middle of it in degrees. */
const TOWNS: Record<string, { country: string; city: string; lat: number; lon: number }> = {
  NewYork: { country: 'US', city: 'New York', lat: 40.7506, lon: -73.9935 },
  LosAngeles: { country: 'US', city: 'Los Angeles', lat: 34.0522, lon: -118.2437 },
  Leeds: { country: 'GB', city: 'Leeds', lat: 53.7974, lon: -1.5437 },
  Bristol: { country: 'GB', city: 'Bristol', lat: 51.4545, lon: -2.5879 },
  Galway: { country: 'IE', city: 'Galway', lat: 53.2707, lon: -9.0568 },
  Portland: { country: 'US', city: 'Portland', lat: 45.5202, lon: -122.6742 },
  Boise: { country: 'US', city: 'Boise', lat: 43.615, lon: -116.2023 },
  Halifax: { country: 'CA', city: 'Halifax', lat: 44.6488, lon: -63.5752 },
  Adelaide: { country: 'AU', city: 'Adelaide', lat: -34.9285, lon: 138.6007 },
  Berlin: { country: 'DE', city: 'Berlin', lat: 52.52, lon: 13.405 },
  Köln: { country: 'DE', city: 'Köln', lat: 50.9375, lon: 6.9603 },
  Wien: { country: 'AT', city: 'Wien', lat: 48.2082, lon: 16.3738 },
  Zürich: { country: 'CH', city: 'Zürich', lat: 47.3769, lon: 8.5417 },
  Lyon: { country: 'FR', city: 'Lyon', lat: 45.764, lon: 4.8357 },
  Nantes: { country: 'FR', city: 'Nantes', lat: 47.2184, lon: -1.5536 },
  Sevilla: { country: 'ES', city: 'Sevilla', lat: 37.3891, lon: -5.9845 },
  Torino: { country: 'IT', city: 'Torino', lat: 45.0703, lon: 7.6869 },
  Porto: { country: 'PT', city: 'Porto', lat: 41.1579, lon: -8.6291 },
  Kraków: { country: 'PL', city: 'Kraków', lat: 50.0647, lon: 19.945 },
  Utrecht: { country: 'NL', city: 'Utrecht', lat: 52.0907, lon: 5.1214 },
  Göteborg: { country: 'SE', city: 'Göteborg', lat: 57.7089, lon: 11.9746 },
  Thessaloniki: { country: 'GR', city: 'Thessaloniki', lat: 40.6401, lon: 22.9444 },
  Kyiv: { country: 'UA', city: 'Kyiv', lat: 50.4501, lon: 30.5234 },
  Sofia: { country: 'BG', city: 'Sofia', lat: 42.6977, lon: 23.3219 },
  Kyoto: { country: 'JP', city: 'Kyoto', lat: 35.0116, lon: 135.7681 },
  Shanghai: { country: 'CN', city: 'Shanghai', lat: 31.2304, lon: 121.4737 },
  Cairo: { country: 'EG', city: 'Cairo', lat: 30.0444, lon: 31.2357 },
  Dubai: { country: 'AE', city: 'Dubai', lat: 25.2048, lon: 55.2708 },
  Guadalajara: { country: 'MX', city: 'Guadalajara', lat: 20.6597, lon: -103.3496 },
  Curitiba: { country: 'BR', city: 'Curitiba', lat: -25.4284, lon: -49.2733 },
  İzmir: { country: 'TR', city: 'İzmir', lat: 38.4237, lon: 27.1428 },
}

const COLUMNS = ['name', 'category', 'street', 'postal_code', 'phone', 'website'] as const
const METRES_PER_DEGREE = 111_320

/**
 * 200 pairs, made up, of 29 towns in 23 countries. Each pair is three lines: label and town, one record, the other.
 * A record is `name | category | street | postal code | phone | website | metres east, north | city=… status=…`; the
 * first stands in the middle of the town.
 */
export const LABELLED_PAIRS: LabelledPair[] = [
  ...readPairs('plain', PLAIN_PAIRS),
  ...readPairs('moved', MOVED_PAIRS),
  ...readPairs('renamed', RENAMED_PAIRS),
  ...readPairs('other writing', WRITTEN_PAIRS),
  ...readPairs('branch', BRANCH_PAIRS),
  ...readPairs('two doors', DOOR_PAIRS),
  ...readPairs('one building', BUILDING_PAIRS),
  ...readPairs('like names', NEARBY_PAIRS),
]

/** Restaurants of two guides, and places of two large open data sets: written after the shapes that were missed once. */
export const GUIDE_PAIRS: LabelledPair[] = readPairs('restaurant guides', RESTAURANT_PAIRS)
export const DATA_SET_PAIRS: LabelledPair[] = readPairs('open data sets', OPEN_PAIRS)

function readPairs(kind: string, text: string): LabelledPair[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Array.from({ length: lines.length / 3 }, (_, index) => {
    const [head = '', left = '', right = ''] = lines
      .slice(index * 3, index * 3 + 3)
      .map((line) => line.trim())
    const [label, town = ''] = head.split(' ')
    if (label !== 'same' && label !== 'different') throw new Error(`No label in "${head}"`)
    return { kind, same: label === 'same', left: readRow(left, town), right: readRow(right, town) }
  })
}

function readRow(line: string, townName: string): LabelledRow {
  const town = TOWNS[townName]
  if (!town) throw new Error(`No town "${townName}"`)
  const cells = line.split('|').map((cell) => cell.trim())
  const row: LabelledRow = { city: town.city, country: town.country, ...placeOf(cells[6] ?? '', town) }
  for (const [index, column] of COLUMNS.entries()) if (cells[index]) row[column] = cells[index]
  for (const [, field = '', value = ''] of (cells[7] ?? '').matchAll(/(\w+)=([^=]+?)(?= \w+=|$)/g)) {
    if (field !== 'city' && field !== 'status') throw new Error(`No field "${field}" in "${line}"`)
    row[field] = value
  }
  return row
}

function placeOf(text: string, town: { lat: number; lon: number }): LabelledRow {
  if (text === 'nowhere') return {}
  const [east = 0, north = 0] = text === '' ? [] : text.split(',').map(Number)
  const lon = town.lon + east / (METRES_PER_DEGREE * Math.cos((town.lat * Math.PI) / 180))
  return { lat: (town.lat + north / METRES_PER_DEGREE).toFixed(6), lon: lon.toFixed(6) }
}
