import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { geojsonFormat } from './geojson.ts'

const FEATURES = 2_000_000
const LIMIT_MB = 120
const PIECE = 1000

function* oneLine(): Iterable<string> {
  yield '{"type":"FeatureCollection","features":['
  for (let from = 0; from < FEATURES; from += PIECE) {
    let piece = ''
    for (let id = from; id < from + PIECE; id += 1) {
      const properties = { name: `Made ${id}`, note: 'long '.repeat(80), street: `${id % 300} Long Street` }
      const geometry = { type: 'Point', coordinates: [-120 + (id % 1000) / 1000, 45 + (id % 777) / 1000] }
      piece += `${id === 0 ? '' : ','}${JSON.stringify({ type: 'Feature', id, properties, geometry })}`
    }
    yield piece
  }
  yield ']}'
}

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-geojson-'))
  path = join(folder, 'large.geojson')
  await pipeline(Readable.from(oneLine()), createWriteStream(path))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it(`reads one line of GeoJSON of a gigabyte within ${LIMIT_MB} MB`, async () => {
  const { size } = await stat(path)
  expect(size).toBeGreaterThan(1_000_000_000)
  const file = {
    name: 'large.geojson',
    size,
    read: (start = 0, end = size) => createReadStream(path, { start, end: end - 1 }),
  }
  const megabytes = () => process.memoryUsage.rss() / 2 ** 20
  const before = megabytes()
  let max = before
  let rows = 0
  const mapping = { id: 'id', name: 'name', lat: 'geometry.lat', lon: 'geometry.lon' }
  for await (const group of geojsonFormat.read(file, { startAt: null, mapping })) {
    rows += group.filter(({ kind }) => kind === 'row').length
    max = Math.max(max, megabytes())
  }
  process.stdout.write(`${(size / 2 ** 20).toFixed(0)} MB read, +${(max - before).toFixed(0)} MB at most\n`)
  expect(rows).toBe(FEATURES)
  expect(max - before).toBeLessThanOrEqual(LIMIT_MB)
})
