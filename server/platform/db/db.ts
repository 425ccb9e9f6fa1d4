import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Log } from '../log.ts'
import type { Tables } from './tables.ts'

/** The query builder: the pool, or the transaction that is open. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

// Ids, counts and amounts are numbers all over the program. Postgres sends int8 as text because JavaScript
// loses precision above 2^53; every id and amount of ours stays far below (tested), so one parser serves.
const INT8 = 20
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
})
const NUMERIC = 1700
pg.types.setTypeParser(NUMERIC, Number)

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool. `max` connections; statements are cut after 60 s so that nothing hangs for ever. */
export function openDatabase(url: string, options: { log: Log; max?: number; name?: string }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    application_name: options.name ?? 'app',
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    keepAlive: true,
  })
  // Without a listener a restart of PostgreSQL ends the process: idle clients emit 57P01 as an error event.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'))
  // The pool listens to idle clients only. One that is lent out, between two statements of a transaction, ends the
  // process just the same; its next statement fails with the same error and says what there is to say.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
  return { db, pool, close: () => db.destroy() }
}

const ambient = new AsyncLocalStorage<Trx>()

/**
 * Runs `work` in a transaction, or joins the one that the request has already opened (an idempotent
 * endpoint's effect and stored answer commit together, docs/adr/0005). Inside, use only the given `trx`.
 * No provider is called while it is open.
 */
export function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const open = ambient.getStore()
  if (open) return work(open)
  return db.transaction().execute((trx) => ambient.run(trx, () => work(trx)))
}

/** The open transaction when there is one, else the pool: for reads that must see what the request has just written. */
export const current = (db: Db): Db => ambient.getStore() ?? db

/**
 * Answers of several reads: side by side on the pool, one after the other inside a transaction. A request that
 * holds a connection must not wait for a second one, or enough of them at once wait for each other.
 */
export async function together<const Reads extends readonly ((db: Db) => Promise<unknown>)[]>(
  db: Db,
  reads: Reads,
): Promise<{ -readonly [Index in keyof Reads]: Awaited<ReturnType<Reads[Index]>> }> {
  const open = ambient.getStore()
  const answers: unknown[] = []
  if (open) for (const read of reads) answers.push(await read(open))
  else answers.push(...(await Promise.all(reads.map((read) => read(db)))))
  return answers as never
}

const CONNECTION_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
const CONNECTION_TEXT =
  /Connection terminated|Client was closed|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error|server closed the connection/i

/** True when the database could not be reached or went away: the caller answers 503 and tries again. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // The socket file of a database that is down; any other missing file is another matter.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || code.startsWith('08'))) return true
  return CONNECTION_TEXT.test(error.message)
}

/** True when two transactions stood in each other's way and the database ended this one: the same again works. */
export const isClash = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code))

/** True for a violated unique constraint; `constraint` narrows it. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const details = error as { code?: string; constraint?: string } | null
  return details?.code === '23505' && (constraint === undefined || details.constraint === constraint)
}
