import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import { me } from '#contract/identity/me.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { generatedPlaces } from './generated-places.ts'
import { ended, httpCall, runThat, type Signed, signIn, startedImport } from './http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from './program.ts'

const PROBES = 60

/** The 95th percentile in milliseconds. */
const p95 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/**
 * Imports the same places from several sources, with statistics as for one source, and kills the program in between:
 * each import takes one attempt per start, and other requests are answered meanwhile.
 */
export function testSamePlaces({ sources, rows }: { sources: number; rows: number }): void {
  describe(`${sources} sources with the same ${rows} places`, () => {
    let database: TestDatabase
    let client: pg.Client
    let program: Program
    let admin: Signed
    const call = httpCall(() => program.url)

    beforeAll(async () => {
      database = await createTestDatabase()
      client = new pg.Client(database.url)
      await client.connect()
      program = await startProgram({ DATABASE_URL: database.url })
      admin = await signIn(call, PROGRAM_ADMIN)
    })
    afterAll(async () => {
      await program?.remove()
      await client?.end()
      await database?.drop()
    })

    const startRun = async (source: string): Promise<number> =>
      (await startedImport(program.url, admin, generatedPlaces({ rows, prefix: 'same' }), { source })).body
        .data.id
    const attemptsOf = async (id: number): Promise<number> =>
      (await client.query('select attempt from run where id = $1', [id])).rows[0].attempt

    /** Milliseconds of consecutive replies to another user. */
    async function answers(): Promise<number[]> {
      const times: number[] = []
      for (let probe = 0; probe < PROBES; probe += 1) {
        const start = performance.now()
        expect((await call(me, {}, admin)).status).toBe(200)
        times.push(performance.now() - start)
      }
      return times
    }

    const isWorking = async (id: number): Promise<boolean> => {
      const { rows: found } = await client.query(
        'select finished_at is null as works from run where id = $1',
        [id],
      )
      return found[0].works
    }

    it('takes one attempt per start, and serves others meanwhile', async () => {
      const first = await ended(call, await startRun('source 1'), admin)
      expect(first.counts.imported).toBe(rows)
      await client.query('analyze')
      const runs: number[] = []
      await answers()
      const idle = await answers()
      const beside: number[] = []
      for (let source = 2; source < sources; source += 1) {
        const id = await startRun(`source ${source}`)
        while (await isWorking(id)) beside.push(...(await answers()))
        const run = await ended(call, id, admin)
        expect([run.state, run.counts.imported]).toEqual(['succeeded', rows])
        runs.push(await attemptsOf(id))
      }
      expect(runs).toEqual(runs.map(() => 1))
      // Only reported: response times are checked by `npm run bench`.
      const [alone, others] = [p95(idle), p95(beside)].map((time) => time.toFixed(1))
      process.stdout.write(`p95 of other people's calls: ${alone} ms idle, ${others} ms beside imports\n`)
    })

    it('continues with one more attempt after a kill', async () => {
      const id = await startRun(`source ${sources}`)
      const hasStarted = ({ counts }: Run) => (counts.imported ?? 0) > 0
      await runThat(call, id, admin, hasStarted)
      await program.kill()
      await client.query(`update run set lease_until = now() where id = $1`, [id])
      await program.start()
      const run = await ended(call, id, admin)
      expect([run.state, run.counts.imported, run.counts.updated]).toEqual(['succeeded', rows, 0])
      expect(await attemptsOf(id)).toBe(2)
      const { rows: keys } = await client.query(
        'select count(distinct entity_key)::int as n from corpus_place',
      )
      expect(keys[0].n).toBe(rows)
    })
  })
}
