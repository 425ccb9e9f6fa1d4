import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import { osmFile } from '#server/testing/osm-file.ts'
import { placeFile, readEvents } from '#server/testing/place-files.ts'
import { FormatError } from './place-format.ts'
import { getFormat } from './registry.ts'

const numbers = Array.from({ length: 20 }, (_, at) => at + 1)
const feature = (id: number) => ({ type: 'Feature', id, properties: { name: `Place ${id}` }, geometry: null })

const FILES: [PlaceFormatId, Buffer][] = [
  ['csv', Buffer.from(['id,name', ...numbers.map((id) => `${id},"Place ${id}"`)].join('\n'))],
  ['ndjson', Buffer.from(numbers.map((id) => JSON.stringify(feature(id))).join('\n'))],
  ['geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: numbers.map(feature) }))],
  [
    'osm.pbf',
    osmFile(
      { nodes: numbers.map((id) => ({ id, lat: id, lon: id, tags: { name: `P ${id}`, shop: 'bakery' } })) },
      { ways: numbers.map((id) => ({ id, nodes: [id, id + 1], tags: { name: `W ${id}`, shop: 'bakery' } })) },
    ),
  ],
]

/** A file of which bytes were changed, taken out or put in. */
const damaged = (bytes: Buffer) =>
  fc
    .array(fc.tuple(fc.nat(bytes.length - 1), fc.uint8Array({ maxLength: 4 }), fc.nat(4)), {
      minLength: 1,
      maxLength: 6,
    })
    .map((changes) => {
      let file = bytes
      for (const [at, put, gone] of changes)
        file = Buffer.concat([file.subarray(0, at), put, file.subarray(at + gone)])
      return file
    })

describe.each(FILES)('a damaged file of %s', (id, bytes) => {
  it('gives rows, rejected rows or an explanation, and never another error', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(bytes), fc.constantFrom(1, 13, 4000), async (file, piece) => {
        try {
          const mapping = { id: 'id', name: 'name' }
          const events = await readEvents(getFormat(id), placeFile(file, { piece }), { mapping })
          expect(events.length).toBeLessThan(2000)
          expect(new Set(events.map(({ at }) => at)).size).toBe(events.length)
        } catch (error) {
          if (!(error instanceof FormatError)) throw error
        }
      }),
      { numRuns: 40 },
    )
  })
})
