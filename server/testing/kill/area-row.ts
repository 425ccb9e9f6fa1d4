import { expect } from 'vitest'
import { run as showRun } from '#contract/activity/runs.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { fetchArea } from '#contract/sources/corpus-areas.ts'
import { ended, runThat } from '../http-call.ts'
import { gridOfPlaces, type OvertureBaseServer, overtureFile, startOvertureBase } from '../overture-base.ts'
import { type KillRow, made } from './world.ts'

/** Two files, each larger than an import batch, in groups of 500 rows. */
const GRID = gridOfPlaces({ wide: 60, high: 100, step: 0.01 })
const HALF = GRID.length / 2
const bbox = { west: -1, south: -1, east: 2, north: 2 }

/** An Overture Maps area, from a server that holds the second file back. */
export function createAreaRow(): KillRow {
  let server: OvertureBaseServer
  let runId = 0
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  return {
    title: 'a fetch of an area continues in the file and row where it was',
    async prepare() {
      server = await startOvertureBase({
        '2026-10-21.0': {
          'part-0.parquet': overtureFile(GRID.slice(0, HALF), 500),
          'part-1.parquet': overtureFile(GRID.slice(HALF), 500),
        },
      })
      return { OVERTURE_BASE: server.address }
    },
    async start({ call, admin }) {
      // The estimate opens each file once, and the run once more.
      const isFirstOpening = ({ path, range }: { path: string; range: string | undefined }) =>
        path.endsWith('part-0.parquet') && range === 'bytes=0-3'
      const isRun = () => server.requests().filter(isFirstOpening).length > 1
      server.onFile((path) => (path.endsWith('part-1.parquet') && isRun() ? held : undefined))
      runId = made(await call(fetchArea, { body: { bbox } }, admin)).id
      await runThat(call, runId, admin, (run) => (run.counts.imported ?? 0) > 0)
      expect((await call(showRun, { params: { id: runId } }, admin)).body.data.state).toBe('running')
      return [runId]
    },
    release() {
      server.onFile(null)
      letGo()
      server.reset()
    },
    async check({ call, admin }) {
      const counts = { imported: GRID.length, updated: 0, rejected: 0 }
      expect(await ended(call, runId, admin)).toMatchObject({ state: 'succeeded', counts })
      const { body } = await call(corpusSources, {}, admin)
      expect(body.data.filter(({ name }) => name === 'Overture')).toMatchObject([{ places: GRID.length }])
      // Opening, the file's end, and the two row groups that were not stored yet.
      const again = server.requests().filter(({ path }) => path.endsWith('part-0.parquet'))
      expect(again.length).toBeLessThanOrEqual(6)
    },
    close: async () => {
      letGo()
      await server?.close()
    },
  }
}
