import pg from 'pg'
import { expect } from 'vitest'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import type { Call } from '../call.ts'
import { ended, httpCall, type Signed, upload } from '../http-call.ts'
import { PATIENCE_MS } from '../patience.ts'
import type { Program } from '../program.ts'

/** The program to be killed, and its user. */
export interface World {
  /** Its current URL. */
  readonly url: string
  call: Call
  admin: Signed & { id: number; accountId: number }
  /** Queries the program's database. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A separate connection, to be closed by the caller. It may break when the database is killed. */
  connect(): Promise<pg.Client>
}

/** One kind of work that must survive a kill. */
export interface KillRow {
  title: string
  /** Starts the servers that the work needs, and returns environment variables for them. */
  prepare?(): Promise<Record<string, string>>
  /** Creates the records that the work needs. */
  setUp?(world: World): Promise<void>
  /** Starts the work, waits until it is stopped in between, and returns its runs. */
  start(world: World): Promise<number[]>
  /** Releases it, after the kill. */
  release?(): Promise<void> | void
  /** Checks the final state. The program runs again. */
  check(world: World): Promise<void>
  /** Stops the servers. */
  close?(): Promise<void>
}

export function createWorld(program: Program, admin: World['admin']): World {
  /** Kept for `query`, which is asked every few milliseconds, until a kill of the database ends it. */
  let kept: Promise<pg.Client> | null = null
  const forget = () => {
    kept = null
  }
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(await program.databaseUrl())
    client.on('error', () => {})
    await client.connect()
    return client
  }
  async function keep(): Promise<pg.Client> {
    const client = await connect()
    return client.once('end', forget)
  }
  return {
    get url() {
      return program.url
    },
    call: httpCall(() => program.url),
    admin,
    async query(sql, values) {
      kept ??= keep()
      // Whoever was not let in tries again.
      kept.catch(forget)
      return (await (await kept).query(sql, values)).rows
    },
    connect,
  }
}

/**
 * The reply's data.
 * @throws AssertionError with the program's message, unless the call succeeded
 */
// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its endpoint
export function made(answer: { status: number; body: any; error: unknown }) {
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data
}

/** Waits for a condition. */
export async function until(condition: string, test: () => Promise<boolean> | boolean): Promise<void> {
  const begin = performance.now()
  while (!(await test())) {
    if (performance.now() - begin > PATIENCE_MS) throw new Error(`timed out waiting until ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

type To = { list_id: number } | { new_list: string; type: 'people' | 'local' }

export async function startImportOf(world: World, bytes: Buffer | string, to: To) {
  const upload_id = await upload(world.url, world.admin, bytes, 'leads.csv')
  const { run, list } = made(await world.call(startLeadImport, { body: { upload_id, to } }, world.admin))
  return { runId: run.id as number, listId: list.id as number }
}

/** Imports leads, and returns their list. */
export async function importLeads(world: World, rows: readonly string[], to: To): Promise<number> {
  const { runId, listId } = await startImportOf(world, `${rows.join('\n')}\n`, to)
  expect(await ended(world.call, runId, world.admin)).toMatchObject({ state: 'succeeded' })
  return listId
}
