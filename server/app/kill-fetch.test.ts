import { afterAll, beforeAll, expect, it } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { fetchArea } from '#contract/sources/corpus-areas.ts'
import { ended, httpCall, runThat, type Signed, signIn } from '#server/testing/http-call.ts'
import {
  gridOfPlaces,
  type OvertureBaseServer,
  overtureFile,
  startOvertureBase,
} from '#server/testing/overture-base.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/** Two files of more than a batch of an import each. */
const GRID = gridOfPlaces({ wide: 60, high: 100, step: 0.01 })
const bbox = { west: -1, south: -1, east: 2, north: 2 }

let program: Program
let server: OvertureBaseServer
let admin: Signed
const call = httpCall(() => program.url)
beforeAll(async () => {
  server = await startOvertureBase({
    '2026-10-21.0': {
      'part-0.parquet': overtureFile(GRID.slice(0, 3000), 500),
      'part-1.parquet': overtureFile(GRID.slice(3000), 500),
    },
  })
  program = await startProgram({ OVERTURE_BASE: server.address })
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(async () => {
  await program?.remove()
  await server?.close()
})

it('a fetch whose program was killed continues in the file and row where it was', async () => {
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // The estimate opens each file once, the run once more.
  const opened = () =>
    server.requests().filter(({ path, range }) => path.endsWith('part-0.parquet') && range === 'bytes=0-3')
  server.onFile((path) => (path.endsWith('part-1.parquet') && opened().length > 1 ? held : undefined))
  const started = await call(fetchArea, { body: { bbox } }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const { id } = started.body.data
  await runThat(call, id, admin, (run) => (run.counts.imported ?? 0) > 0)
  expect((await call(showRun, { params: { id } }, admin)).body.data.state).toBe('running')
  await program.kill()
  server.onFile(null)
  letGo()
  server.reset()
  await program.start()
  await program.endLeasesOfTheDead()
  expect(await ended(call, id, admin)).toMatchObject({
    state: 'succeeded',
    counts: { imported: GRID.length, updated: 0, rejected: 0 },
  })
  const { body } = await call(corpusSources, {}, admin)
  expect(body.data).toMatchObject([{ name: 'Overture', places: GRID.length }])
  // Opened, its end, and the two groups of rows that were not stored yet.
  const second = server.requests().filter(({ path }) => path.endsWith('part-0.parquet'))
  expect(second.length).toBeLessThanOrEqual(6)
})
