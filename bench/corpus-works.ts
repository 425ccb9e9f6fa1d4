import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { sql } from 'kysely'
import { leads } from '#contract/leads/leads.ts'
import { linkStaged } from '#server/modules/sources/corpus/duplicates/link-staged.ts'
import { type PlaceInput, toPlace } from '#server/modules/sources/corpus/place-record.ts'
import { byIndex, stagePlaces } from '#server/modules/sources/corpus/store-places.ts'
import { openDatabase, transaction } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { ended, startedImport } from '#server/testing/http-call.ts'
import { alikePlaces, CROWD } from './alike-places.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, processorSeconds, seconds, watchMemory } from './measure.ts'
import { seedList } from './seed.ts'

const CHUNK = 20_000

/** Records of the file, several thousand at a time. */
async function* records(file: Iterable<Buffer>): AsyncIterable<PlaceInput[]> {
  const lines = Readable.from(file).pipe(parse({ columns: true }))
  let chunk: PlaceInput[] = []
  for await (const line of lines) {
    const result = toPlace(line)
    if (result.ok) chunk.push(result.place)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** COPY of all rows and the linking statement together; rolls back. */
async function copyAndLink(bench: BenchApp, file: Iterable<Buffer>): Promise<{ copy: number; link: number }> {
  const { db, close } = openDatabase(bench.databaseUrl, { log: silentLog() })
  let copy = 0
  let link = 0
  class Enough extends Error {}
  await transaction(db, async () => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db)
    for await (const chunk of records(file)) copy += await seconds(() => stagePlaces(db, chunk))
    link = await seconds(() => byIndex(db, () => linkStaged(db, 0)))
    throw new Enough()
  }).catch((error) => {
    if (!(error instanceof Enough)) throw error
  })
  await close()
  return { copy, link }
}

/** p95 of list pages requested by another person about ten times a second, until `over`. */
async function listPages(bench: BenchApp, listId: number, over: () => boolean): Promise<number> {
  const times: number[] = []
  while (!over() || times.length < 40) {
    const start = performance.now()
    await bench.call(leads, { params: { type: 'local', id: listId }, body: {} }, bench.admin)
    times.push(performance.now() - start)
    await pause(100)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number
}

async function importFile(bench: BenchApp, file: Iterable<Buffer>, source: string, size: number) {
  const { body } = await startedImport(bench.program.url, bench.admin, Buffer.concat([...file]), { source })
  const run = await ended(bench.call, body.data.id, bench.admin, 3_600_000)
  if (run.counts.imported !== size) throw new Error(`imported ${JSON.stringify(run)}`)
}

/** C2: a first and a second large source that share four of five places. */
export async function measureSources(bench: BenchApp, size: number): Promise<Line[]> {
  const listId = await seedList(bench.database, bench.admin.accountId, 10_000)
  await bench.database.query('analyze lead')
  const importPlaces = (source: 'first' | 'second') =>
    importFile(bench, alikePlaces(size, source), `${source} ${size}`, size)
  await bench.database.query('truncate corpus_place, corpus_link')
  const first = await seconds(() => importPlaces('first'))
  const limit = await copyAndLink(bench, alikePlaces(size, 'second'))
  let idleOver = false
  setTimeout(() => (idleOver = true), 3000)
  const idle = await listPages(bench, listId, () => idleOver)
  const grown = watchMemory(bench.program.pid)
  let isOver = false
  const beside = listPages(bench, listId, () => isOver)
  const second = await seconds(() => importPlaces('second'))
  isOver = true
  const memory = grown()
  const others = await beside
  const { rows } = await bench.database.query(
    `select count(distinct entity_key)::int as entities from corpus_place`,
  )
  const total = limit.copy + limit.link
  return [
    {
      work: 'first source of the corpus',
      size,
      ours: `${fixed(first, 1)} s`,
      limit: `${fixed(limit.copy, 1)} s`,
      ratio: first / limit.copy,
      gate: '',
      kept: true,
      note: `${fixed(size / first, 0)} rows/s; limit: COPY alone`,
    },
    {
      work: 'second source, linked to the first',
      size,
      ours: `${fixed(second, 1)} s`,
      limit: `${fixed(total, 1)} s`,
      ratio: second / total,
      gate: '<= 4x, <= 120 MB, others <= 2x',
      kept: second / total <= 4 && memory <= 120 && others <= 2 * idle,
      note: `${fixed(size / second, 0)} rows/s; limit: COPY ${fixed(limit.copy, 1)} s and linking ${fixed(limit.link, 1)} s; +${fixed(memory, 0)} MB; ${rows[0].entities} entities; list pages p95 ${fixed(idle)} -> ${fixed(others)} ms`,
    },
  ]
}

/**
 * C3: the same two sources in one town, where every place has hundreds of neighbors. The limit is on elapsed
 * time; CPU time is only recorded, as other load changes it less.
 */
export async function measureCrowd(bench: BenchApp, size: number): Promise<Line[]> {
  const ofDatabase = () => processorSeconds(bench.databasePid)
  await bench.database.query('truncate corpus_place, corpus_link')
  await importFile(bench, alikePlaces(size, 'first', CROWD), `crowd one ${size}`, size)
  const { copy, link } = await copyAndLink(bench, alikePlaces(size, 'second', CROWD))
  const [database, program] = [ofDatabase(), processorSeconds(bench.program.pid)]
  const ours = await seconds(() =>
    importFile(bench, alikePlaces(size, 'second', CROWD), `crowd two ${size}`, size),
  )
  const used = [ofDatabase() - database, processorSeconds(bench.program.pid) - program] as const
  const { rows } = await bench.database.query(
    `select count(distinct entity_key)::int as entities from corpus_place`,
  )
  const ratio = ours / (copy + link)
  return [
    {
      work: 'second source of one crowded town',
      size,
      ours: `${fixed(ours, 1)} s`,
      limit: `${fixed(copy + link, 1)} s`,
      ratio,
      gate: '<= 3x',
      maxExponent: 1.1,
      kept: ratio <= 3,
      note: `${fixed(size / ours, 0)} rows/s; limit: COPY ${fixed(copy, 1)} s and linking ${fixed(link, 1)} s; processor time ${fixed(used[0], 1)} s of the database and ${fixed(used[1], 1)} s of the program; ${rows[0].entities} entities`,
    },
  ]
}
