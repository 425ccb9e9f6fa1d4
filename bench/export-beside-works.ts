import { exportList } from '#contract/core/files.ts'
import type { BenchApp } from './bench-app.ts'
import { type BenchRequest, fixed, type Line, load, seconds, watchMemory } from './measure.ts'
import { nextWord } from './queries.ts'
import { seedList } from './seed.ts'

const CLIENTS = 10
const IDLE_SECONDS = 6
const LISTED = 10_000

/** Exports a list with every column. @returns the bytes of its file. */
export async function exportAll({ call, admin, program }: BenchApp, listId: number): Promise<number> {
  const { body } = await call(exportList, { body: { list_id: listId } }, admin)
  let bytes = 0
  const response = await fetch(program.url + body.data.url)
  for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length
  return bytes
}

/** B2: a large export, with every column, while ten people browse another list: their pages, and memory. */
export async function measureExportBeside(bench: BenchApp, size: number): Promise<Line[]> {
  const { admin, database, program } = bench
  const listed = await seedList(database, admin.accountId, LISTED)
  const exported = await seedList(database, admin.accountId, size)
  await database.query('vacuum analyze lead')
  const request: BenchRequest = {
    method: 'POST',
    path: `/api/local-results/${listed}`,
    headers: { authorization: `Bearer ${admin.token}` },
    body: () => JSON.stringify({ search: nextWord() }),
  }
  const browse = (until: number | (() => boolean)) => load(program.url, request, CLIENTS, until)
  await browse(IDLE_SECONDS)
  const idle = await browse(IDLE_SECONDS)
  let isOver = false
  const grown = watchMemory(program.pid)
  const browsed = browse(() => isOver)
  let bytes = 0
  const took = await seconds(async () => {
    bytes = await exportAll(bench, exported)
  }).finally(() => {
    // Also after a failure, or the clients would browse forever.
    isOver = true
  })
  const beside = await browsed
  const memory = grown()
  const ratio = beside.p50 / idle.p50
  return [
    {
      work: 'list page beside an export, p50',
      size,
      ours: `${fixed(beside.p50)} ms`,
      limit: `${fixed(idle.p50)} ms`,
      ratio,
      gate: '<= 2x, <= 50 MB',
      kept: ratio <= 2 && memory <= 50 && beside.errors === 0,
      note: `${CLIENTS} at once, p95 ${fixed(beside.p95)} ms (${fixed(idle.p95)} ms before), export of ${fixed(bytes / 1e6, 0)} MB in ${fixed(took)} s, +${fixed(memory, 0)} MB`,
    },
  ]
}
