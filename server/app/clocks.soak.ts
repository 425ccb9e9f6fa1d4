import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { autopilotRuns, createAutopilot } from '#contract/prospecting/autopilots.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, httpCall, signIn, startedImport } from '#server/testing/http-call.ts'
import { MovedClock, noMovedDatabaseClock, restartByClock } from '#server/testing/moved-clock.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { PROGRAM_ADMIN, startProgram } from '#server/testing/program.ts'
import {
  createWork,
  expectReceived,
  expectSharedLimit,
  openBrowsers,
  prepareInstallation,
  startInstallation,
} from '#server/testing/several-processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadwright-clocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

describe('clocks', () => {
  it('minutes apart from the database, on two web processes and two workers, lose and repeat nothing', async () => {
    const clocks = [420, -420, 600, -600].map((seconds, at) => {
      const clock = new MovedClock(join(folder, String(at)))
      clock.moveBy(seconds)
      return clock
    })
    const installation = await startInstallation(clocks.map(({ environment }) => environment))
    try {
      const admin = await prepareInstallation(installation, 2000)
      const browsers = await openBrowsers(installation, admin)
      const work = createWork(installation, admin, 3000)
      for (let round = 0; round < 3; round += 1)
        for (const run of [await work.importPeople(), await work.importPeople(), await work.search(100)])
          await work.ended(run)
      const tries = await work.expectDone(installation.databaseUrl)
      expect(tries, 'no worker counts as dead because its clock differs').toEqual({ max: 1, lost: 0 })
      await expectReceived(browsers, work.started)
      for (const browser of browsers) browser.leave()
      await expectSharedLimit(installation)
    } finally {
      await installation.remove()
    }
  })

  // autopilot-clock.test.ts does the same with a clock passed in.
  it.skipIf(noMovedDatabaseClock)(
    'with daylight saving, jumps ahead and jumps back start each slot of an autopilot once',
    async () => {
      const clock = new MovedClock(join(folder, 'zone'))
      const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
      clock.set('2027-03-27T22:00:00Z')
      await restartByClock(postgres, clock)
      const client = new pg.Client(postgres.url)
      await client.connect()
      /** Waits until the database's clock shows the time, or up to an hour more. */
      const until = async (time: string) => {
        const since = async () => {
          const gone = `select clock_timestamp() - $1::timestamptz between '0' and '1 hour' as now`
          return (await client.query(gone, [time])).rows[0].now
        }
        await expect.poll(since, { timeout: PATIENCE_MS, interval: 200 }).toBe(true)
      }
      const program = await startProgram({
        DATABASE_URL: postgres.url,
        SECRET_KEY: 'one key for all of this, for tests only',
        ...clock.environment,
      })
      try {
        const call = httpCall(() => program.url)
        let admin = await signIn(call, PROGRAM_ADMIN)
        const imported = await startedImport(program.url, admin, generatedPlaces({ rows: 20 }))
        await ended(call, imported.body.data.id, admin)
        const search = { category: 'brewery', near: { lat: 45, lon: -120 }, radius_km: 100 }
        const list = await call(createList, { body: { name: 'One', type: 'local', search, limit: 5 } }, admin)
        expect(list.status, JSON.stringify(list.error)).toBe(201)
        await ended(call, list.body.data.run.id, admin)
        const schedule = { every: 'day' as const, at: '02:30', time_zone: 'Europe/Berlin', empty_limit: 100 }
        const made = await call(createAutopilot, { body: { list_id: list.body.data.id, ...schedule } }, admin)
        expect(made.status, JSON.stringify(made.error)).toBe(201)
        const { id } = made.body.data

        const slots = async (): Promise<string[]> => {
          const { status, body, error } = await call(autopilotRuns, { params: { id } }, admin)
          expect(status, JSON.stringify(error)).toBe(200)
          return body.data.map(({ slot }: { slot: string }) => slot).toReversed()
        }
        /** All slots up to this time have started, and no others. */
        const expectSlots = async (time: string, ...wanted: string[]) => {
          await expect.poll(slots, { timeout: PATIENCE_MS, interval: 500 }).toEqual(wanted)
          await until(time)
          expect(await slots()).toEqual(wanted)
        }
        /** Signs in again, because a session does not survive the months between two clock changes. */
        const jumpTo = async (time: string) => {
          clock.set(time)
          await until(time)
          // A connection that notices later opens a session of the time before, which is expired.
          const isSignedIn = async () => {
            admin = await signIn(call, PROGRAM_ADMIN)
            return (await call(autopilotRuns, { params: { id } }, admin)).status
          }
          await expect.poll(isSignedIn, { timeout: PATIENCE_MS, interval: 500 }).toBe(200)
        }

        // Half past two does not exist in Berlin that night: the clock goes from two to three at 01:00 UTC.
        await jumpTo('2027-03-28T00:59:50Z')
        expect(await slots()).toEqual([])
        await program.kill()
        await until('2027-03-28T01:00:02Z')
        await program.start()
        const spring = '2027-03-28T01:00:00.000Z'
        await expectSlots('2027-03-28T01:00:10Z', spring)
        // The machine's clock is set back by an hour and a half, and the same slot is due again.
        await jumpTo('2027-03-27T23:29:00Z')
        await expectSlots('2027-03-27T23:29:05Z', spring)
        await jumpTo('2027-03-28T00:59:57Z')
        await expectSlots('2027-03-28T01:00:05Z', spring)
        await jumpTo('2027-03-29T00:29:57Z')
        const after = '2027-03-29T00:30:00.000Z'
        await expectSlots('2027-03-29T00:30:05Z', spring, after)
        // After half a year off: one run makes up for all missed slots.
        await jumpTo('2027-10-30T12:00:00Z')
        await expect.poll(slots, { timeout: PATIENCE_MS }).toHaveLength(3)
        const [, , madeUp] = (await slots()) as [string, string, string]
        // Half past two occurs twice that night; the first counts.
        await jumpTo('2027-10-31T00:29:57Z')
        const autumn = '2027-10-31T00:30:00.000Z'
        await expectSlots('2027-10-31T00:30:05Z', spring, after, madeUp, autumn)
        await jumpTo('2027-10-31T01:29:57Z')
        await expectSlots('2027-10-31T01:30:05Z', spring, after, madeUp, autumn)
        await jumpTo('2027-11-01T01:29:57Z')
        await expectSlots('2027-11-01T01:30:05Z', spring, after, madeUp, autumn, '2027-11-01T01:30:00.000Z')

        const { rows } = await client.query(
          `select state, count(*)::int as n from autopilot_run group by state`,
        )
        expect(rows).toEqual([{ state: 'finished', n: 5 }])
      } finally {
        await client.end()
        await program.remove()
        await postgres.stop()
      }
    },
  )
})
