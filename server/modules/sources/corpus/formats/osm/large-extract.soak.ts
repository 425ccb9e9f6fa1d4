import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PbfWriter } from 'pbf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { osmBlob, osmBlock, osmHeader } from '#server/testing/osm-file.ts'
import { osmPbfFormat } from './osm-pbf.ts'

const NODES = 50_000_000
const PER_BLOCK = 8000
const WAYS = 100_000
const LIMIT_MB = 300

/** A block of nodes without tags: only where it starts differs from the others. */
function nodesFrom(first: number): Buffer {
  const dense = new PbfWriter()
  dense.writePackedSVarint(1, [first, ...Array<number>(PER_BLOCK - 1).fill(1)])
  dense.writePackedSVarint(8, [450_000_000 + (first % 90_000), ...LATS])
  dense.writePackedSVarint(9, [70_000_000 + (first % 70_000), ...LONS])
  const group = new PbfWriter()
  group.writeBytesField(2, dense.finish())
  const whole = new PbfWriter()
  whole.writeMessage(1, (_, table) => table.writeStringField(1, ''), null)
  whole.writeBytesField(2, group.finish())
  return osmBlob('OSMData', whole.finish())
}
const steps = (seed: number) => Array.from({ length: PER_BLOCK - 1 }, (_, n) => ((n * seed) % 4001) - 2000)
const LATS = steps(7919)
const LONS = steps(104_729)

function* extract(): Iterable<Buffer> {
  yield osmHeader()
  for (let first = 1; first <= NODES; first += PER_BLOCK) yield nodesFrom(first)
  for (let from = 0; from < WAYS; from += 2000)
    yield osmBlock({
      ways: Array.from({ length: 2000 }, (_, n) => {
        const id = from + n + 1
        const corner = (id * 499) % (NODES - 10)
        return {
          id,
          nodes: [corner + 1, corner + 2, corner + 3, corner + 1],
          tags: { name: `Made ${id}`, shop: 'bakery' },
        }
      }),
    })
}

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-extract-'))
  path = join(folder, 'large.osm.pbf')
  await pipeline(Readable.from(extract()), createWriteStream(path))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it(`reads an extract of ${NODES} nodes within ${LIMIT_MB} MB`, async () => {
  const { size } = await stat(path)
  const file = {
    name: 'large.osm.pbf',
    size,
    read: (start = 0, end = size) => createReadStream(path, { start, end: end - 1 }),
  }
  const megabytes = () => process.memoryUsage.rss() / 2 ** 20
  globalThis.gc?.()
  const before = megabytes()
  let max = before
  const timer = setInterval(() => {
    max = Math.max(max, megabytes())
  }, 50)
  let places = 0
  let placed = 0
  for await (const group of osmPbfFormat.read(file, { startAt: null, mapping: {} }))
    for (const event of group) {
      places += 1
      if (event.kind === 'row' && event.row.lat) placed += 1
    }
  clearInterval(timer)
  process.stdout.write(`${(size / 2 ** 20).toFixed(0)} MB read, +${(max - before).toFixed(0)} MB at most\n`)
  expect([places, placed]).toEqual([WAYS, WAYS])
  expect(max - before).toBeLessThanOrEqual(LIMIT_MB)
})
