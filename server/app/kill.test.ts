import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { createAreaRow } from '#server/testing/kill/area-row.ts'
import { createCrawlRow } from '#server/testing/kill/crawl-row.ts'
import { createEditRows } from '#server/testing/kill/edits-rows.ts'
import { createCorpusImportRow, createLeadImportRow } from '#server/testing/kill/import-rows.ts'
import { createKitRow } from '#server/testing/kill/kit-row.ts'
import { createLookupRows } from '#server/testing/kill/lookup-rows.ts'
import { createPushRow } from '#server/testing/kill/push-row.ts'
import { createCorpusSearchRows } from '#server/testing/kill/search-rows.ts'
import { createTextsRow } from '#server/testing/kill/texts-row.ts'
import { createWebhooksRow } from '#server/testing/kill/webhooks-row.ts'
import { createWebsiteRows } from '#server/testing/kill/websites-rows.ts'
import { createWorld, type KillRow, type World } from '#server/testing/kill/world.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

/*
 * Everything that must survive a power cut. Each row starts its work and waits until a server, a website or a lock
 * stops it in between; then the program is killed, and each row checks its result after the restart. A program works
 * on eight runs at a time, hence three kills.
 */

const websites = createWebsiteRows()
const lookups = createLookupRows()
const searches = createCorpusSearchRows()

/**
 * The rows of each kill: those in one line start together, and the next line once they are stopped. Work that gives
 * up without a reply, as the check of addresses after 10 seconds, comes last.
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
      [createKitRow()],
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
  // A held website must not time out before the kill, however busy the machine is.
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

/** A row that failed to start may have nothing to release. */
const releaseAll = (rows: KillRow[]) => Promise.allSettled(rows.map(async (row) => row.release?.()))

async function attemptsOf(runs: number[]): Promise<Map<number, number>> {
  const sql = 'select id, attempt from run where id = any($1) and finished_at is null'
  const found = await world.query<{ id: number; attempt: number }>(sql, [runs])
  return new Map(found.map(({ id, attempt }) => [Number(id), attempt]))
}

describe.each(KILLS)('$title', ({ withPostgres, lines }) => {
  const rows = lines.flat()
  /** The runs of each row, or why it failed to start. */
  const started = new Map<KillRow, number[] | Error>()
  /** Attempts of each run at the time of the kill. */
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
    const runs = [...started.values()].flatMap((item) => (Array.isArray(item) ? item : []))
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

it('the books are settled at the end', async () => {
  const own = openDatabase(await program.databaseUrl(), { log: silentLog() })
  await expectSettledBooks(own.db, world.admin.accountId).finally(() => own.close())
})
