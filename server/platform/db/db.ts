import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import {
  AmbientDriver,
  deferAfterCommit,
  deferToCommit,
  inScope,
  isInTransaction,
  isInTransactionOf,
  runAfterCommit,
  runDeferred,
  scopeValues,
  unlessStuck,
} from './ambient-driver.ts'
import { limitedPool, STATEMENT_MS } from './limited-client.ts'
import type { Tables } from './tables.ts'

export { createShare, withShare } from './connection-share.ts'

/** The query builder. It uses the transaction open around the running code, else the pool. */
export type Db = Kysely<Tables>

// Ids, counts and amounts are numbers throughout the program. PostgreSQL sends int8 as text because JavaScript loses
// precision above 2^53; all our ids and amounts stay far below (tested), so one parser is enough.
const INT8 = 20
const INT8_ARRAY = 1016
function int8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}
pg.types.setTypeParser(INT8, int8)
// The driver knows int8 arrays only by type number, and would leave them as text: the ids of a path, for example.
pg.types.setTypeParser(INT8_ARRAY as number, (text) => text.slice(1, -1).split(',').filter(Boolean).map(int8))
const NUMERIC = 1700
pg.types.setTypeParser(NUMERIC, Number)

/** How long a transaction may go without a statement, for the server and for us. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** A finished query; `sql` contains no values. */
export interface EndedQuery {
  sql: string
  ms: number
  error?: unknown
}

/** Prepared statements and COPY pass objects where the driver expects a text. */
const readText = (sql: unknown): string =>
  typeof sql === 'string' ? sql : String((sql as { text?: unknown } | null)?.text ?? 'copy')

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens the pool with at most `max` connections. The server cancels statements after 45 s; a connection on which it
 * stops answering (`silenceMs`) is discarded.
 */
export function openDatabase(
  url: string,
  options: {
    log: Log
    max?: number
    name?: string
    silenceMs?: number
    ended?: (query: EndedQuery) => void
  },
): Database {
  const pool = limitedPool({
    connectionString: url,
    max: options.max ?? 12,
    application_name: options.name ?? 'app',
    silenceMs: options.silenceMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    // A process stuck inside a transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  // Without a listener a restart of PostgreSQL ends the process: idle clients emit 57P01 as an error event.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'))
  // The pool only listens to idle clients. An error on one in use, between two statements of a transaction, would
  // end the process too; its next statement fails with the same error and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  const createDriver = () => new AmbientDriver(dialect.createDriver())
  const db = new Kysely<Tables>({
    dialect: {
      createDriver,
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (handle) => dialect.createIntrospector(handle),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    ...(options.ended && {
      log: (event) =>
        options.ended?.({
          sql: readText(event.query.sql),
          ms: event.queryDurationMillis,
          ...(event.level === 'error' && { error: event.error }),
        }),
    }),
  })
  return { db, pool, close: () => db.destroy() }
}

/**
 * Runs `work` in a transaction of the handle, or joins the open one (an idempotent endpoint's effect and stored
 * reply commit together, docs/adr/0005). Every query of the handle inside belongs to it. External services must not
 * be called inside: `refuseInTransaction` ensures it. Work that sends no query for `idleMs` is given up and rolled
 * back: the server would end its connection.
 */
export function transaction<T>(
  db: Db,
  work: () => Promise<T>,
  { idleMs = IDLE_IN_TRANSACTION_MS } = {},
): Promise<T> {
  if (isInTransactionOf(db)) return work()
  const whole = async () => {
    const result = await work()
    await runDeferred()
    return result
  }
  return inScope(db, idleMs, async () => {
    const done = await db.transaction().execute(() => unlessStuck(whole()))
    await runAfterCommit()
    return done
  })
}

/**
 * Runs `work` in the open transaction right before it commits: for a contended lock, so that it is taken last and
 * held only briefly.
 * @throws Error without a transaction of the handle
 */
export function beforeCommit(db: Db, work: () => Promise<void>): void {
  requireTransaction(db, 'Work before a commit')
  deferToCommit(work)
}

/**
 * Runs `work` once the open transaction has committed, before `transaction` returns. The process may die in between,
 * so use it only to do earlier what a job would do anyway. `work` must not throw.
 * @throws Error without a transaction of the handle
 */
export function afterCommit(db: Db, work: () => Promise<void>): void {
  requireTransaction(db, 'Work after a commit')
  deferAfterCommit(work)
}

/**
 * A value that lives as long as the open transaction, created by `make` on first use under this key.
 * @throws Error without a transaction of the handle.
 */
export function perTransaction<T>(db: Db, key: symbol, make: () => T): T {
  requireTransaction(db, 'A value kept for a transaction')
  const scoped = scopeValues() as Map<symbol, unknown>
  if (!scoped.has(key)) scoped.set(key, make())
  return scoped.get(key) as T
}

/** @throws Error when no transaction of the handle is open: locks taken outside of one are released at once. */
export function requireTransaction(db: Db, operation: string): void {
  if (!isInTransactionOf(db)) throw new Error(`${operation} needs a transaction`)
}

/** @throws Error when a transaction is open: an external call would hold its connection for an unknown time. */
export function refuseInTransaction(operation: string): void {
  if (isInTransaction())
    throw new Error(`${operation} inside a transaction: make the call first, then write its result`)
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
  /Connection terminated|Client was closed|timeout exceeded when trying to connect|connection timeout|timeout expired|Query read timeout|Client has encountered a connection error|server closed the connection|driver has already been destroyed/i

/** Whether the database was unreachable: the caller replies 503 and retries. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // The socket of a stopped database, and one at which too many wait. Of files both codes mean something else.
  if (code === 'ENOENT' || code === 'EAGAIN') return syscall === 'connect'
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || code.startsWith('08'))) return true
  return CONNECTION_TEXT.test(error.message)
}

/**
 * True when another transaction was in the way: a deadlock, or a lock that was not released within `lock_timeout`. A
 * retry works.
 */
export const isLockConflict = (error: unknown): boolean =>
  ['40P01', '40001', '55P03'].includes(String((error as { code?: unknown } | null)?.code))

/** True when a statement exceeded its transaction's time limit. Smaller batches work. */
export const isStatementTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '57014'

/**
 * True for a violated unique constraint; `constraint` narrows it. A cluster passes on only the message, and appends
 * the shard to the constraint's name.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const details = error as { code?: string; constraint?: string; message?: string } | null
  if (details?.code !== '23505' || constraint === undefined) return details?.code === '23505'
  const name = details.constraint ?? /unique constraint "([^"]+)"/.exec(details.message ?? '')?.[1]
  return name === constraint || name?.replace(/_\d{5,}$/, '') === constraint
}
