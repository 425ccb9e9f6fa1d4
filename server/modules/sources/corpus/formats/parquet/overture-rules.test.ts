import { describe, expect, it } from 'vitest'
import { parquetFile, wkbPoint } from '#server/testing/parquet-file.ts'
import { placeFile, readEvents } from '#server/testing/place-files.ts'
import { parquetFormat } from './parquet.ts'

/** A place with every field of the schema; `bare` has only the required ones. */
const place = {
  id: '08f1',
  names: { primary: 'Rule Bakery' },
  geometry: wkbPoint(9.99, 48.4),
  categories: { primary: 'bakery', alternate: ['cafe'] },
  taxonomy: { primary: 'bakery', hierarchy: ['food_and_drink', 'bakery'], alternates: ['coffee_shop'] },
  basic_category: 'bakery',
  addresses: [{ freeform: 'Hauptstr. 1', region: 'DE-BW', country: 'DE' }],
  phones: ['+49 731 1'],
  websites: ['https://rule.example'],
  socials: ['https://www.facebook.com/rule.bakery'],
  emails: ['hello@rule.example'],
  operating_status: 'temporarily_closed',
}
const bare = { id: '08f2', names: { primary: 'Bare Bakery' }, geometry: wkbPoint(1, 2) }

/** A polygon of twelve points is not a point. */
const polygon = Buffer.from([1, 6, 0, 0, 0, ...Array<number>(40).fill(0)])

const reasonsOf = async (...rows: object[]) =>
  (await readEvents(parquetFormat, placeFile(parquetFile(rows as Record<string, unknown>[])))).map((event) =>
    event.kind === 'rejected' ? event.reason : null,
  )

describe('rows of Overture Maps Places', () => {
  it('are imported complete and minimal', async () => {
    expect(await reasonsOf(place, bare)).toEqual([null, null])
    // Parquet writes an object of nulls where there is none.
    const nothing = { categories: { primary: null, alternate: null }, taxonomy: { primary: null } }
    expect(await reasonsOf({ ...place, ...nothing })).toEqual([null])
  })

  it('are imported with an apostrophe or hyphen in a code', async () => {
    const codes = {
      primary: "women's_clothing_store",
      alternate: ['boys’_clothing_store', 'drive-in_theater'],
    }
    expect(await reasonsOf({ ...place, categories: codes, taxonomy: null })).toEqual([null])
  })

  it.each<[string, object]>([
    ['emails is an empty list', { emails: [] }],
    ['phones is an empty list', { phones: [] }],
    ['socials is an empty list', { socials: [] }],
    ['websites is an empty list', { websites: [] }],
    ['geometry is not a point', { geometry: polygon }],
    [
      'operating_status is "blah": expected open, permanently_closed, temporarily_closed',
      { operating_status: 'blah' },
    ],
    ['categories has no primary', { categories: { alternate: ['cafe'] } }],
    ['taxonomy has no primary', { taxonomy: { hierarchy: ['food_and_drink'] } }],
    ['taxonomy has no hierarchy', { taxonomy: { primary: 'bakery', alternates: ['cafe'] } }],
    [
      'categories holds " bar ": expected lower case words joined by _',
      { categories: { primary: 'bakery', alternate: [' bar '] } },
    ],
    ['basic_category holds "woof__": expected lower case words joined by _', { basic_category: 'woof__' }],
    [
      'addresses has "region2", which is not part of an address',
      { addresses: [{ freeform: 'x' }, { region2: 'US-NY' }] },
    ],
  ])('are rejected where %s, and the others come in', async (reason, wrong) => {
    expect(await reasonsOf(place, { ...place, ...wrong }, bare)).toEqual([null, reason, null])
  })
})
