import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { osmBlob, osmBlock, osmFile, osmHeader } from '#server/testing/osm-file.ts'
import { placeFile, readEvents, resumedReadings } from '#server/testing/place-files.ts'
import type { PlaceEvent, RawPlace } from '../place-format.ts'
import { osmPbfFormat } from './osm-pbf.ts'

const rowsOf = (events: PlaceEvent[]): RawPlace[] =>
  events.flatMap((event) => (event.kind === 'row' ? [event.row] : []))
const read = async (bytes: Uint8Array) =>
  rowsOf(await readEvents(osmPbfFormat, placeFile(bytes, { piece: 97 })))

const cafe = { name: 'Café Ä', amenity: 'cafe' }
const corners = (id: number, lat: number, lon: number) => [
  { id, lat, lon },
  { id: id + 1, lat, lon: lon + 0.002 },
  { id: id + 2, lat: lat + 0.001, lon: lon + 0.002 },
  { id: id + 3, lat: lat + 0.001, lon },
]
const MAP = osmFile(
  {
    nodes: [
      { id: 1, lat: 43.7384, lon: 7.4246, tags: { ...cafe, 'contact:phone': '+377 1' } },
      { id: 2, lat: -33.1, lon: -70.2, tags: { name: 'No kind', highway: 'bus_stop' } },
      { id: 9_876_543_210, lat: 1, lon: 2, tags: { name: 'Far', shop: 'bakery' } },
      { id: 4, lat: 5, lon: 6, tags: { amenity: 'restaurant' } },
    ],
    plainNodes: [{ id: 20, lat: -0.5, lon: -0.25, tags: { name: 'Plain', craft: 'brewery' } }],
  },
  {
    ways: [{ id: 30, nodes: [100, 101, 102, 103, 100], tags: { name: 'Hall', tourism: 'museum' } }],
    relations: [
      {
        id: 50,
        members: [
          ['way', 40],
          ['node', 7],
        ],
        tags: { name: 'Clinic', amenity: 'hospital' },
      },
    ],
  },
  {
    ways: [
      { id: 40, nodes: [200, 201, 202, 203, 200] },
      { id: 41, nodes: [1], tags: { name: 'Lone', shop: 'yes' } },
    ],
  },
  // The nodes of an area may be anywhere in the file.
  { nodes: [...corners(100, 10, 20), ...corners(200, 30, 40)] },
)

describe('places of an extract', () => {
  it('are its named nodes, ways and relations that are a business, areas by their center', async () => {
    expect(
      (await read(MAP)).map(({ id, name, category, lat, lon }) => [id, name, category, lat, lon]),
    ).toEqual([
      ['node/1', 'Café Ä', 'amenity=cafe', '43.7384', '7.4246'],
      ['node/9876543210', 'Far', 'shop=bakery', '1', '2'],
      ['node/20', 'Plain', 'craft=brewery', '-0.5', '-0.25'],
      ['way/30', 'Hall', 'tourism=museum', '10.0005', '20.001'],
      ['relation/50', 'Clinic', 'amenity=hospital', '30.0005', '40.001'],
      ['way/41', 'Lone', 'shop=yes', '43.7384', '7.4246'],
    ])
  })

  it('are counted, and reading continues after any of them', async () => {
    const file = placeFile(MAP)
    const whole = await readEvents(osmPbfFormat, file)
    expect(whole.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6])
    const readings = await resumedReadings(osmPbfFormat, file)
    expect(readings).toHaveLength(6)
    for (const reading of readings) expect(reading).toEqual(whole)
  })

  it('have no position when the file contains none of their nodes', async () => {
    const [place] = await read(osmFile({ ways: [{ id: 1, nodes: [5, 6], tags: cafe }] }))
    expect(place).toMatchObject({ id: 'way/1' })
    expect(place).not.toHaveProperty('lat')
  })

  it('are shown before the whole file is read', async () => {
    const { layout, columns, rows } = await osmPbfFormat.preview(placeFile(MAP), { rows: 2 })
    expect([layout, columns]).toEqual(['OpenStreetMap', ['id', 'name', 'category', 'phone', 'lat', 'lon']])
    expect(rows).toEqual([
      ['node/1', 'Café Ä', 'amenity=cafe', '+377 1', '43.7384', '7.4246'],
      ['node/9876543210', 'Far', 'shop=bakery', '', '1', '2'],
    ])
  })
})

describe('a damaged file is refused', () => {
  const refused = (bytes: Uint8Array) => expect(read(bytes)).rejects

  it('when a checksum is wrong', async () => {
    const bytes = Buffer.from(MAP)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 0xff
    const offset = MAP.length - osmBlock({ nodes: [...corners(100, 10, 20), ...corners(200, 30, 40)] }).length
    await refused(bytes).toThrow(`The block at byte ${offset} of the file is damaged.`)
  })

  it.each([1, 30, 200])('when its last %d bytes are missing', async (missing) => {
    await refused(MAP.subarray(0, -missing)).toThrow(
      /^The file ends inside the block at byte \d+: it was cut off\.$/,
    )
  })

  it("when a block's length is wrong or too large", async () => {
    const far = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1])
    await refused(Buffer.concat([osmHeader(), osmBlob('OSMData', far, 'raw')])).toThrow('is damaged')
    await refused(Buffer.concat([osmHeader(), Buffer.from('7fffffff', 'hex')])).toThrow('is damaged')
    const bomb = osmBlob('OSMData', Buffer.alloc(33 * 1024 * 1024))
    await refused(Buffer.concat([osmHeader(), bomb])).toThrow('is damaged')
  })

  it('when its compression or encoding is not supported', async () => {
    await refused(Buffer.concat([osmHeader(), osmBlob('OSMData', Buffer.from('x'), 'lzma')])).toThrow('zlib')
    await refused(osmHeader(['OsmSchema-V0.6', 'HistoricalInformation'])).toThrow('"HistoricalInformation"')
  })
})

const monaco = openData('businesses/osm/monaco.osm.pbf')
describe.skipIf(monaco === null)('Monaco (needs the open test data)', () => {
  it('has 589 places with a name and a kind', async () => {
    const rows = await read(readFileSync(monaco as string))
    expect(rows).toHaveLength(589)
    expect(rows.filter(({ lat }) => !lat)).toEqual([])
    expect(rows.find(({ id }) => id === 'way/23715051')).toMatchObject({
      name: 'Musée Océanographique',
      category: 'tourism=museum',
      street: 'Avenue Saint-Martin',
      postal_code: '98000',
    })
  })
})
