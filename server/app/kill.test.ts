import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { createAreaRow } from '#server/testing/kill/area-row.ts'
import { createCrawlRow } from '#server/testing/kill/crawl-row.ts'
import { createEditRows } from '#server/testing/kill/edits-rows.ts'
import { createCorpusImportRow, createLeadImportRow } from '#server/testing/kill/import-rows.ts'
import { createLookupRows } from '#server/testing/kill/lookup-rows.ts'
import { createPushRow } from '#server/testing/kill/push-row.ts'
import { createCorpusSearchRows } from '#server/testing/kill/search-rows.ts'
import { createTextsRow } from '#server/testing/kill/texts-row.ts'
import { createWebhooksRow } from '#server/testing/kill/webhooks-row.ts'
import { createWebsiteRows } from '#server/testing/kill/websites-rows.ts'
import { createWorld, type KillRow, type World } from '#server/testing/kill/world.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/*
 * Everything that must outlive a program which ends as in a power cut. Each row starts its work and sees it in its
 * midst, where a server, a website or a lock holds it; then all of them are killed at once, and each says what must
 * be true when the program runs again. A program works on eight runs at a time, hence three kills.
 */

const websites = createWebsiteRows()
const lookups = createLookupRows()
const searches = createCorpusSearchRows()

/**
 * The rows of each kill: those in one line start together, and the next line when all of these are held. What gives up
 * when it gets no answer, as the check of addresses does after 10 seconds, is held last.
 */
const KILLS: { title: string; withPostgres: boolean; lines: KillRow[][] }[] = [
  {
    title: 'kill -9 amid lookups, webhooks and changes of many leads',
    withPostgres: false,
    lines: [
      createEditRows(),
      [lookups.waterfall, createTextsRow()],
      [createCrawlRow()],
      [lookups.pilotSearch],
      [websites.verify, createWebhooksRow()],
    ],
  },
  {
    title: 'kill -9 amid imports, searches and work with websites',
    withPostgres: false,
    lines: [
      [createLeadImportRow('csv')],
      [createCorpusImportRow()],
      [createAreaRow()],
      websites.readers,
      [websites.bounces],
      [searches.first],
    ],
  },
  {
    title: 'kill -9 of everything, PostgreSQL too',
    withPostgres: true,
    lines: [[createPushRow(), lookups.pilotStep], [createLeadImportRow('xlsx')], [searches.second]],
  },
]
const ROWS = KILLS.flatMap(({ lines }) => lines.flat())

let program: Program
let world: World
beforeAll(async () => {
  // A website that is held must not be given up before the kill, however busy the machine is.
  const environment: Record<string, string> = { CRAWL_DELAY_MS: '0', CRAWL_TIMEOUT_MS: '300000' }
  for (const row of ROWS)
    for (const [name, value] of Object.entries((await row.prepare?.()) ?? {}))
      environment[name] = [environment[name], value].filter(Boolean).join()
  program = await startProgram(environment)
  world = createWorld(
    program,
    await signIn(
      httpCall(() => program.url),
      PROGRAM_ADMIN,
    ),
  )
})
afterAll(async () => {
  await releaseAll(ROWS)
  await program?.remove()
  await Promise.all(ROWS.map((row) => row.close?.()))
})

/** Of a row that did not come to its midst there may be nothing to let go of. */
const releaseAll = (rows: KillRow[]) => Promise.allSettled(rows.map(async (row) => row.release?.()))

/** How often a worker has taken each run that has not ended. */
async function attemptsOf(runs: number[]): Promise<Map<number, number>> {
  const sql = 'select id, attempt from run where id = any($1) and finished_at is null'
  const found = await world.query<{ id: number; attempt: number }>(sql, [runs])
  return new Map(found.map(({ id, attempt }) => [Number(id), attempt]))
}

describe.each(KILLS)('$title', ({ withPostgres, lines }) => {
  const rows = lines.flat()
  /** The runs of each row, or why it did not come to its midst. */
  const started = new Map<KillRow, number[] | Error>()
  /** How often each run had been taken by a worker when the program was killed. */
  let killed = new Map<number, number>()

  beforeAll(async () => {
    const attempt = (row: KillRow, work: () => Promise<number[]>) =>
      work().then(
        (runs) => started.set(row, runs),
        (error) => started.set(row, error as Error),
      )
    for (const row of rows)
      await attempt(row, async () => {
        await row.setUp?.(world)
        return []
      })
    for (const line of lines)
      await Promise.all(
        line.map((row) => started.get(row) instanceof Error || attempt(row, () => row.start(world))),
      )
    const runs = [...started.values()].flatMap((one) => (Array.isArray(one) ? one : []))
    killed = await attemptsOf(runs)
    if (withPostgres) await program.killPostgres()
    await program.kill()
    await releaseAll(rows)
    await program.start()
    await program.endLeasesOfTheDead()
  })

  it.each(rows)('$title', async (row) => {
    const runs = started.get(row)
    if (!Array.isArray(runs)) throw runs
    await row.check(world)
    for (const run of runs) expect(killed.get(run), 'runs that were under way').toBeGreaterThan(0)
  })
})

it('in the end the books are settled', async () => {
  const own = openDatabase(await program.databaseUrl(), { log: silentLog() })
  await expectSettledBooks(own.db, world.admin.accountId).finally(() => own.close())
})
