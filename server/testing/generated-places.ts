import { csvLine } from '#server/platform/csv/write-csv.ts'

const COLUMNS = [
  'id',
  'name',
  'category',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'website',
  'lat',
  'lon',
]
const CITIES = ['Portland', 'Ávila', 'Łódź', '東京', "L'Aquila", 'Sankt Pölten', 'København', 'Bath']

export interface GeneratedPlaces {
  rows: number
  /** Prefix of every id and name, to keep files apart. */
  prefix?: string
  /** Every n-th row is a cell short and must be rejected; 0 for none. */
  raggedEvery?: number
  /** Degrees; the places are in a small square around it. */
  around?: { lat: number; lon: number }
}

/** A row of a generated place; equal indexes give equal rows. */
function row(index: number, { prefix = 'made', around = { lat: 45, lon: -120 } }: GeneratedPlaces): string {
  const city = CITIES[index % CITIES.length] as string
  return csvLine([
    `${prefix}-${index}`,
    `${prefix} "${index}", ${city}`,
    'brewery',
    `${index % 300} Long Street, ${city}`,
    city,
    'Oregon',
    String(10_000 + (index % 90_000)),
    'US',
    `+1503555${String(index % 10_000).padStart(4, '0')}`,
    `https://www.${prefix}-${index}.example/`,
    Number((around.lat + ((index % 1000) - 500) / 10_000).toFixed(4)),
    Number((around.lon + (Math.floor(index / 1000) - 500) / 10_000).toFixed(4)),
  ])
}

/** A CSV file of generated breweries, in chunks of about 1,000 rows. Rows are only rejected due to `raggedEvery`. */
export function* generatePlacesCsv(options: GeneratedPlaces): Generator<string> {
  const { rows, raggedEvery = 0 } = options
  let piece = csvLine(COLUMNS)
  for (let index = 1; index <= rows; index += 1) {
    piece +=
      raggedEvery > 0 && index % raggedEvery === 0 ? `ragged-${index},one cell\r\n` : row(index, options)
    if (index % 1000 !== 0 && index !== rows) continue
    yield piece
    piece = ''
  }
}

/** The same as one buffer. */
export const generatedPlaces = (options: GeneratedPlaces): Buffer =>
  Buffer.from([...generatePlacesCsv(options)].join(''))
