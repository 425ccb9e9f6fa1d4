import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { createList } from '#contract/leads/lists.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { expectSettledBooks } from './books.ts'
import { createTestDatabase } from './database.ts'
import { type EventStream, openEvents } from './event-stream.ts'
import { generatedPlaces } from './generated-places.ts'
import { ended, httpCall, signIn, startedImport, upload } from './http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from './program.ts'

const SEARCH = { category: 'brewery', near: { lat: 45, lon: -120 }, radius_km: 100 }
/** Wrong passwords of one user from one address within 15 minutes. */
const TRIES = 10

/** Four processes on one database and one folder of uploads. */
export interface Installation {
  databaseUrl: string
  webs: [Program, Program]
  workers: [Program, Program]
  remove(): Promise<void>
}

/**
 * Starts all of them at once on an empty database: two web processes and two workers.
 * @param more additional environment variables of each, in this order
 */
export async function startInstallation(more: Record<string, string>[] = []): Promise<Installation> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-shared-'))
  const environment = (roles: string) => ({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'one key for all processes, for tests only',
    ROLES: roles,
  })
  const all = await Promise.all(
    ['web', 'web', 'worker', 'worker,scheduler'].map((roles, at) =>
      startProgram({ ...environment(roles), ...more[at] }),
    ),
  )
  const [one, two, three, four] = all as [Program, Program, Program, Program]
  return {
    databaseUrl: database.url,
    webs: [one, two],
    workers: [three, four],
    async remove() {
      for (const program of all) await program.remove()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Admin = Awaited<ReturnType<typeof signIn>>
type Call = ReturnType<typeof httpCall>

const peopleFile = (name: string, rows: number) =>
  `Name,Email\n${Array.from({ length: rows }, (_, n) => `Person ${n},${name}-${n}@a.example\n`).join('')}`

/** Work of one installation, and its expected result. */
export function createWork({ webs }: Installation, admin: Admin, rows: number) {
  const started: { runId: number; listId: number; rows: number }[] = []
  let limit = 0
  let files = 0
  /** Requests alternate between the web processes, as with a load balancer. */
  let turn = 0
  const next = () => {
    turn += 1
    return webs[turn % webs.length] as Program
  }
  const call: Call = (...input) => httpCall(() => next().url)(...input)

  return {
    call,
    started,
    /** An import of new people. */
    async importPeople(): Promise<number> {
      files += 1
      const name = `file${files}`
      const upload_id = await upload(next().url, admin, peopleFile(name, rows), `${name}.csv`)
      const to = { new_list: name, type: 'people' as const }
      const { status, body, error } = await call(startLeadImport, { body: { upload_id, to } }, admin)
      expect(status, JSON.stringify(error)).toBe(201)
      started.push({ runId: body.data.run.id, listId: body.data.list.id, rows })
      return body.data.run.id
    },
    /** A search for the results of earlier searches and some more: only those are charged. */
    async search(more: number): Promise<number> {
      limit += more
      const { status, body, error } = await call(
        createList,
        { body: { name: `Search ${limit}`, type: 'local', search: SEARCH, limit } },
        admin,
      )
      expect(status, JSON.stringify(error)).toBe(201)
      started.push({ runId: body.data.run.id, listId: body.data.id, rows: limit })
      return body.data.run.id
    },
    ended: (runId: number) => ended(call, runId, admin),
    /** Every run ends, delivered each of its rows once, and cost what was new. */
    async expectDone(databaseUrl: string) {
      for (const { runId, listId, rows: wanted } of started) {
        expect(await ended(call, runId, admin)).toMatchObject({ state: 'succeeded' })
        const { body } = await call(exportList, { body: { list_id: listId, headings: 'fields' } }, admin)
        const lines = (await (await fetch(`${next().url}${body.data.url}`)).text()).trim().split('\r\n')
        expect(lines.length - 1).toBe(wanted)
        expect(new Set(lines).size).toBe(wanted + 1)
      }
      const database = openDatabase(databaseUrl, { log: silentLog() })
      try {
        await expectSettledBooks(database.db, admin.accountId)
        const { rows: spent } = await database.pool.query<{ spent: string }>(
          'select spent from wallet where account_id = $1',
          [admin.accountId],
        )
        expect(Number(spent[0]?.spent)).toBe(limit)
        const { rows: tries } = await database.pool.query<{ max: number; lost: number }>(
          `select max(attempt)::int as max, (count(*) filter (where attempt > 1))::int as lost from run
            where account_id = $1 and kind in ('search', 'lead_import')`,
          [admin.accountId],
        )
        return tries[0] as { max: number; lost: number }
      } finally {
        await database.close()
      }
    },
  }
}

/** Signs in, and imports places for the searches. */
export async function prepareInstallation({ webs }: Installation, places: number): Promise<Admin> {
  const [web] = webs
  const call = httpCall(() => web.url)
  const admin = await signIn(call, PROGRAM_ADMIN)
  const imported = await startedImport(web.url, admin, generatedPlaces({ rows: places }))
  await ended(call, imported.body.data.id, admin)
  return admin
}

/** A browser's event stream at each web process. */
export const openBrowsers = ({ webs }: Installation, admin: Admin): Promise<EventStream[]> =>
  Promise.all(webs.map(({ url }) => openEvents(url, admin.token)))

/** Every browser was notified of the end of every run, whichever process it is connected to. */
export async function expectReceived(
  browsers: EventStream[],
  runs: readonly { runId: number }[],
): Promise<void> {
  for (const browser of browsers)
    for (const { runId } of runs)
      await browser.waitFor(
        (event) => event.type === 'run' && event.run.id === runId && event.run.finished_at !== null,
      )
}

/** Wrong passwords at both processes count together. */
export async function expectSharedLimit({ webs }: Installation): Promise<void> {
  const statuses: number[] = []
  for (let n = 0; n < TRIES + 2; n += 1) {
    const call = httpCall(() => webs[n % webs.length]?.url as string)
    const body = { email: 'guessed@a.example', password: 'wrong horse battery' }
    statuses.push((await call(login, { body })).status)
  }
  expect(statuses).toEqual([...Array(TRIES).fill(401), 429, 429])
}

/** Ends a worker like a power cut and restarts it. */
export async function killWorker(worker: Program): Promise<void> {
  await worker.kill()
  await worker.start()
}

/** Kills the workers in turn every `everyMs`, while two imports and a search are always running. */
export async function killWorkersAmid(
  { workers }: Installation,
  work: ReturnType<typeof createWork>,
  { kills, everyMs }: { kills: number; everyMs: number },
): Promise<void> {
  let over = false
  const second = async (start: () => Promise<number>) => {
    while (!over) await work.ended(await start())
  }
  const killing = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(everyMs)
      await killWorker(workers[kill % 2] as Program)
    }
    over = true
  }
  await Promise.all([
    killing(),
    second(work.importPeople),
    second(work.importPeople),
    second(() => work.search(100)),
  ])
}
