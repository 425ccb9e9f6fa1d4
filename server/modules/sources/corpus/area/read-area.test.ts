import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createOutbound, type Outbound } from '#server/platform/fetch/outbound.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import {
  gridOfPlaces,
  type OvertureBaseServer,
  overtureFile,
  startOvertureBase,
} from '#server/testing/overture-base.ts'
import { parquetFile, wkbPoint } from '#server/testing/parquet-file.ts'
import type { Box } from '../distance.ts'
import type { PlaceEvent } from '../formats/place-format.ts'
import { createReleaseBase } from './base/create-release-base.ts'
import { createFooters } from './footers.ts'
import { planArea } from './plan-area.ts'
import { readArea } from './read-area.ts'

const GRID = gridOfPlaces({ wide: 100, high: 20 })
/** Columns 10 and 11 of the grid, its lower half. */
const BOX: Box = { west: 0.099, east: 0.111, south: -0.001, north: 0.095 }
const IN_BOX = GRID.filter(({ lat, lon }) => lon >= 0.099 && lon <= 0.111 && lat <= 0.095)

let outbound: Outbound
let server: OvertureBaseServer
beforeEach(async () => {
  outbound = createOutbound({ userAgent: 'test', allowLoopback: true, sleep: async () => {} })
  server = await startOvertureBase({
    '2026-09-23.0': { 'part-0.parquet': overtureFile(GRID.slice(0, 20)) },
    '2026-10-21.0': {
      'part-0.parquet': overtureFile(GRID.slice(0, 1000), 100),
      'part-1.parquet': overtureFile(GRID.slice(1000), 100),
    },
    '2026-10-21.1-beta': { 'part-0.parquet': overtureFile(GRID.slice(0, 1)) },
  })
})
afterEach(async () => {
  await server.close()
  await outbound.close()
})

const sourceAt = (address: string) => ({
  base: createReleaseBase(address, outbound),
  footers: createFooters(),
})
type Source = ReturnType<typeof sourceAt>

async function eventsOf(source: Source, boxes: Box[], startAt: object | null = null): Promise<PlaceEvent[]> {
  const plan = await planArea(source, { boxes })
  const events: PlaceEvent[] = []
  for await (const group of readArea(source, plan, startAt)) events.push(...group)
  return events
}
const idsOf = (events: PlaceEvent[]) => events.map((event) => (event.kind === 'row' ? event.row.id : ''))

describe('an area', () => {
  it('is read from the newest release only', async () => {
    const events = await eventsOf(sourceAt(server.address), [BOX])
    expect(idsOf(events)).toEqual(IN_BOX.map(({ id }) => id))
    expect(new Set(server.requests().map(({ path }) => path.split('/')[1]))).toEqual(
      new Set(['2026-10-21.0']),
    )
    const plan = await planArea(sourceAt(server.address), { boxes: [BOX], release: '2026-09-23.0' })
    expect(plan).toMatchObject({ release: '2026-09-23.0', files: [], places: 0, bytes: 0 })
  })

  it('of one hundredth of a file takes less than a twentieth of its bytes', async () => {
    const file = overtureFile(gridOfPlaces({ wide: 400, high: 100 }), 400)
    server.put('2026-11-18.0', 'part-0.parquet', file)
    // One of a hundred groups.
    const box = { west: 0.075, east: 0.115, south: -1, north: 2 }
    const source = sourceAt(server.address)
    const plan = await planArea(source, { boxes: [box] })
    const afterPlan = server.sent()
    const events = await eventsOf(source, [box])
    expect(events).toHaveLength(400)
    expect(plan.places).toBeGreaterThan(200)
    expect(plan.places).toBeLessThan(800)
    expect(server.sent() / file.length).toBeLessThan(0.05)
    // The estimate is transferred, plus or minus the gaps between two columns.
    expect((server.sent() - afterPlan) / plan.bytes).toBeGreaterThan(0.9)
    expect((server.sent() - afterPlan) / plan.bytes).toBeLessThan(1.2)
  })

  it('continues after any row, over files and groups', async () => {
    const source = sourceAt(server.address)
    const box = { west: 0.475, east: 0.525, south: -1, north: 2 }
    const whole = await eventsOf(source, [box])
    expect(whole).toHaveLength(100)
    expect(new Set(whole.map(({ at }) => at)).size).toBe(100)
    for (const at of [0, 39, 40, 59, 98, 99]) {
      const rest = await eventsOf(source, [box], whole[at]!.next)
      expect(rest).toEqual(whole.slice(at + 1))
    }
    const plan = await planArea(source, { boxes: [box] })
    expect(whole.at(-1)!.done).toBeLessThanOrEqual(plan.bytes)
  })

  it('is read in full where a file has no row positions, as the plan says', async () => {
    const rows = [
      { id: 'a', names: { primary: 'In' }, geometry: wkbPoint(1, 1) },
      { id: 'b', names: { primary: 'Out' }, geometry: wkbPoint(5, 5) },
      { id: 'c', names: { primary: 'Nowhere' } },
    ]
    server.put('2026-12-16.0', 'part-0.parquet', parquetFile(rows))
    const boxes = [{ west: 0, east: 2, south: 0, north: 2 }]
    const source = sourceAt(server.address)
    expect((await planArea(source, { boxes })).files).toMatchObject([{ whole: true, places: 3 }])
    expect(idsOf(await eventsOf(source, boxes))).toEqual(['a'])
  })
})

describe('a base', () => {
  it('may be a folder', async () => {
    const root = await mkdtemp(join(tmpdir(), 'base-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const folder = join(root, '2026-10-21.0/theme=places/type=place')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'part-0.parquet'), overtureFile(GRID, 100))
    for (const address of [root, `file://${root}`])
      expect(idsOf(await eventsOf(sourceAt(address), [BOX]))).toEqual(IN_BOX.map(({ id }) => id))
    await expect(planArea(sourceAt(join(root, 'none')), { boxes: [BOX] })).rejects.toThrow(
      /There is no folder with releases at .*none. Check OVERTURE_BASE/,
    )
  })

  it('may be a web server with index pages', async () => {
    const web = await startOvertureBase(
      { '2026-10-21.0': { 'a.parquet': overtureFile(GRID) } },
      { listing: 'html' },
    )
    onTestFinished(() => web.close())
    expect(idsOf(await eventsOf(sourceAt(web.address), [BOX]))).toHaveLength(IN_BOX.length)
  })

  it.each([
    ['ignores ranges', /ignores ranges: asked for a part of part-\d.parquet, it answers with all of it/],
    ['wrong range', /other bytes than asked for|another range than asked for/],
    ['down', /answers with status 500/],
    ['asks to sign in', /does not let anybody read without signing in/],
  ] as const)('that %s is refused', async (fault, message) => {
    server.fail(fault)
    await expect(planArea(sourceAt(server.address), { boxes: [BOX] })).rejects.toMatchObject({
      code: 'source_failed',
      message: expect.stringMatching(message),
    })
  })

  it('that ignores ranges is not read to the end', async () => {
    const size = 50 * 1024 * 1024
    let sent = 0
    const local = await startLocalServer((request, response) => {
      if (request.url?.includes('list-type=2&prefix=2026-10-21.0'))
        return response.end(
          '<ListBucketResult><Contents><Key>2026-10-21.0/theme=places/type=place/a.parquet</Key></Contents></ListBucketResult>',
        )
      if (request.url?.includes('list-type'))
        return response.end(
          '<ListBucketResult><CommonPrefixes><Prefix>2026-10-21.0/</Prefix></CommonPrefixes></ListBucketResult>',
        )
      response.writeHead(200, { 'content-length': String(size) })
      const part = Buffer.alloc(1024 * 1024)
      const write = (): void => {
        if (sent >= size || response.destroyed) return
        sent += part.length
        response.write(part, write)
      }
      write()
    })
    await expect(planArea(sourceAt(local.url), { boxes: [BOX] })).rejects.toThrow(/ignores ranges/)
    expect(sent).toBeLessThan(size)
  })

  it('without a release says what is expected', async () => {
    for (const release of ['2026-09-23.0', '2026-10-21.0', '2026-10-21.1-beta']) server.remove(release)
    await expect(planArea(sourceAt(server.address), { boxes: [BOX] })).rejects.toThrow(
      /OVERTURE_BASE must name the folder that holds folders such as/,
    )
  })

  it('that resolves to a private address is refused', async () => {
    const strict = createOutbound({ userAgent: 'test', privateOrigins: [new URL(server.address).origin] })
    onTestFinished(() => strict.close())
    const redirecting = await startLocalServer((_, response) =>
      response.writeHead(302, { location: server.address }).end(),
    )
    const base = createReleaseBase(`http://localhost:${redirecting.port}/release`, strict)
    await expect(base.list('')).rejects.toThrow(/not on the public internet/)
  })
})

describe('a file', () => {
  const open = async () => {
    const source = sourceAt(server.address)
    const plan = await planArea(source, { boxes: [BOX] })
    return { source, plan }
  }
  const readAll = async ({ source, plan }: Awaited<ReturnType<typeof open>>) => {
    for await (const _ of readArea(source, plan, null));
  }

  it('that changed since planning or during reading is refused', async () => {
    const before = await open()
    server.put('2026-10-21.0', 'part-0.parquet', overtureFile(GRID.slice(0, 999), 100))
    await expect(readAll(before)).rejects.toThrow(/part-0.parquet has changed at its source/)

    const during = await open()
    let requested = 0
    server.onFile(() => {
      requested += 1
      if (requested === 2) server.put('2026-10-21.0', 'part-0.parquet', overtureFile(GRID.slice(0, 1000), 90))
    })
    await expect(readAll(during)).rejects.toThrow(/part-0.parquet has changed at its source/)
  })

  it('that is truncated, damaged or without places is named', async () => {
    const whole = overtureFile(GRID, 100)
    const plan = () => planArea(sourceAt(server.address), { boxes: [BOX] })
    server.put('2026-12-16.0', 'a.parquet', whole.subarray(0, -100))
    await expect(plan()).rejects.toThrow(/^a.parquet: The Parquet file is truncated or damaged/)
    server.put('2026-12-16.0', 'a.parquet', Buffer.alloc(0))
    await expect(plan()).rejects.toThrow(/a.parquet/)
    server.put('2026-12-16.0', 'a.parquet', parquetFile([{ id: '1', title: 'A' }]))
    await expect(plan()).rejects.toThrow(/^a.parquet: This Parquet file has none of the supported layouts/)
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, 4, whole.length / 2)
    server.put('2026-12-16.0', 'a.parquet', damaged)
    await expect(readAll(await open())).rejects.toThrow(/^a.parquet: The rows from \d+ on cannot be read/)
  })

  it('whose connection breaks is requested again', async () => {
    const planned = await open()
    let broken = 0
    const local = await startLocalServer((request, response) => {
      if (broken < 1 && !request.headers.range?.startsWith('bytes=0-3')) {
        broken += 1
        response.writeHead(206, { 'content-range': `bytes 0-9/100`, 'content-length': '10' })
        response.write('abc')
        return void response.socket?.destroy()
      }
      response.writeHead(206, {
        'content-range': request.headers.range?.includes('0-3') ? 'bytes 0-3/100' : 'bytes 0-9/100',
      })
      response.end(request.headers.range?.includes('0-3') ? 'PAR1' : '0123456789')
    })
    const file = await createReleaseBase(local.url, outbound).open('a')
    expect(Buffer.from(await file.read(0, 10)).toString()).toBe('0123456789')
    expect(broken).toBe(1)
    expect(planned.plan.files).toHaveLength(1)
  })
})
