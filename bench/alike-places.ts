import { csvLine } from '#server/platform/csv/write-csv.ts'

const FIRST =
  'Acorn Blue Cedar Delta Elm Falcon Golden Harbor Iron Juniper Kings Lotus Maple North Olive Prime Quartz River Silver Timber Union Violet Willow Yellow Zephyr'.split(
    ' ',
  )
const SECOND =
  'Bakery Dental Florist Garage Grill House Kitchen Law Market Optics Pharmacy Salon School Spa Studio Tavern'.split(
    ' ',
  )
const CATEGORIES = [
  'brewery',
  'bakery',
  'dentist',
  'hotel',
  'lawyer',
  'florist',
  'pub',
  'hairdresser',
  'restaurant',
  'cafe',
]
const COLUMNS = 'id name category street city state postal_code country phone website facebook lat lon'.split(
  ' ',
)
/** Number of towns, and the width of each in degrees. */
interface Spread {
  towns: number
  degrees: number
}
const TOWNS: Spread = { towns: 200, degrees: 0.1 }
/** One town of about three kilometers. */
export const CROWD: Spread = { towns: 1, degrees: 0.03 }

/** A reproducible pseudorandom number. */
function drawn(seed: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

/** The same business as two sources write it: other case, another phone format, a few meters apart. */
function row(index: number, isSecond: boolean, { towns, degrees }: Spread): string {
  const [a, b, c] = [drawn(index), drawn(index * 3 + 1), drawn(index * 7 + 2)]
  const town = a % towns
  const name = `${pick(FIRST, a >>> 8)} ${pick(FIRST, b >>> 4)} ${pick(SECOND, b)} ${pick(FIRST, c >>> 9)}`
  const phone = `503${String(index % 10_000_000).padStart(7, '2')}`
  const jitter = isSecond ? 0.0002 : 0
  return csvLine([
    isSecond ? `s-${index}` : `f-${index}`,
    isSecond ? name.toUpperCase() : name,
    pick(CATEGORIES, b >>> 9),
    `${c % 900} ${isSecond ? 'Long St' : 'Long Street'}`,
    `Town ${town}`,
    'Oregon',
    String(10_000 + (a % 90_000)),
    'US',
    c % 4 === 0 ? '' : isSecond ? `+1 ${phone}` : `+1${phone}`,
    b % 3 === 0 ? '' : `https://www.firm-${index}.example/`,
    c % 3 === 0 ? `https://www.facebook.com/firm.${index}` : '',
    Number((-55 + ((town * 7919) % 11_500) / 100 + ((b % 9910) / 9910) * degrees + jitter).toFixed(5)),
    Number((-179 + ((town * 104_729) % 35_800) / 100 + ((c % 9830) / 9830) * degrees).toFixed(5)),
  ])
}

/**
 * A CSV file of made-up places in Overture's layout, in chunks. The second source has four of five places of the
 * first, spelled differently, and as many new ones.
 */
export function* alikePlaces(rows: number, source: 'first' | 'second', spread = TOWNS): Generator<Buffer> {
  let piece = csvLine(COLUMNS)
  const from = source === 'first' ? 0 : Math.floor(rows / 5)
  for (let n = 1; n <= rows; n += 1) {
    piece += row(from + n, source === 'second', spread)
    if (n % 1000 !== 0 && n !== rows) continue
    yield Buffer.from(piece)
    piece = ''
  }
}
