import pg from 'pg'
import { expect } from 'vitest'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import type { Call } from '../call.ts'
import { ended, httpCall, type Signed, upload } from '../http-call.ts'
import { PATIENCE_MS } from '../patience.ts'
import type { Program } from '../program.ts'

/** The program that is killed, and who works with it. */
export interface World {
  /** Where the program listens now. */
  readonly url: string
  call: Call
  admin: Signed & { id: number; accountId: number }
  /** Asks the program's database. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A connection of one's own, to be ended by whoever asked for it. It may break when the database is killed. */
  connect(): Promise<pg.Client>
}

/** One kind of work that must outlive the program. */
export interface KillRow {
  title: string
  /** Starts the servers that the work talks to, and answers what the program's environment says about them. */
  prepare?(): Promise<Record<string, string>>
  /** Makes what the work needs. */
  setUp?(world: World): Promise<void>
  /** Starts the work, and waits until something holds it in its midst. Answers its runs. */
  start(world: World): Promise<number[]>
  /** Lets go of it; the program is dead by now. */
  release?(): Promise<void> | void
  /** What must be true in the end. The program runs again. */
  check(world: World): Promise<void>
  /** Stops the servers. */
  close?(): Promise<void>
}

/** The world of a program that runs. */
export function createWorld(program: Program, admin: World['admin']): World {
  return {
    get url() {
      return program.url
    },
    call: httpCall(() => program.url),
    admin,
    query: (sql, values) => program.withDatabase(async (client) => (await client.query(sql, values)).rows),
    async connect() {
      const client = new pg.Client(await program.databaseUrl())
      client.on('error', () => {})
      await client.connect()
      return client
    },
  }
}

/** The data of an answer. @throws AssertionError with what the program said, unless the call made something */
// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its endpoint
export function made(answer: { status: number; body: any; error: unknown }) {
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data
}

/** Waits until something is so. */
export async function until(what: string, test: () => Promise<boolean> | boolean): Promise<void> {
  const begin = performance.now()
  while (!(await test())) {
    if (performance.now() - begin > PATIENCE_MS) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

type To = { list_id: number } | { new_list: string; type: 'people' | 'local' }

/** Starts an import of leads. */
export async function startImportOf(world: World, bytes: Buffer | string, to: To) {
  const upload_id = await upload(world.url, world.admin, bytes, 'leads.csv')
  const { run, list } = made(await world.call(startLeadImport, { body: { upload_id, to } }, world.admin))
  return { runId: run.id as number, listId: list.id as number }
}

/** Imports leads, and answers their list. */
export async function importLeads(world: World, rows: readonly string[], to: To): Promise<number> {
  const { runId, listId } = await startImportOf(world, `${rows.join('\n')}\n`, to)
  expect(await ended(world.call, runId, world.admin)).toMatchObject({ state: 'succeeded' })
  return listId
}
