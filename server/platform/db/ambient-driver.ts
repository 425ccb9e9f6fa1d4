import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { currentShare } from './connection-share.ts'

/** The transaction around the running code. */
interface Scope {
  /** The handle that opened it; another database's handle ignores it. */
  handle: unknown
  driver?: Driver
  /** Null before BEGIN and from COMMIT or ROLLBACK on: work that outlives its transaction uses the pool. */
  connection: DatabaseConnection | null
  /** Work to run before COMMIT, in order. */
  closing: (() => Promise<void>)[]
  /** Work to run after COMMIT, in order. */
  after: (() => Promise<void>)[]
  /** Values that live as long as this transaction, by symbol. */
  kept: Map<symbol, unknown>
  /** Milliseconds that it may go without a query. */
  idleMs: number
  /** Set when it went without one for too long: its work must not go on, least of all outside of it. */
  stuck: PromiseWithResolvers<never> & { error?: Error }
}

const scopes = new AsyncLocalStorage<Scope>()

const openScope = (): Scope | undefined => {
  const scope = scopes.getStore()
  return scope?.connection ? scope : undefined
}

/** True while a transaction of any database is open around the running code. */
export const isInTransaction = (): boolean => openScope() !== undefined

/** True while a transaction of this handle is open around the running code. */
export const isInTransactionOf = (handle: unknown): boolean => openScope()?.handle === handle

/** Runs `open`, which starts a transaction of `handle`, so that all queries of the handle within it join it. */
export function inScope<T>(handle: unknown, idleMs: number, open: () => Promise<T>): Promise<T> {
  const stuck = Promise.withResolvers<never>()
  stuck.promise.catch(() => {})
  return scopes.run(
    { handle, connection: null, closing: [], after: [], kept: new Map(), idleMs, stuck },
    open,
  )
}

/** The work of the open transaction, given up when it hangs between two queries: its connection is needed. */
export const unlessStuck = <T>(work: Promise<T>): Promise<T> => {
  const scope = openScope()
  return scope ? Promise.race([scope.stuck.promise, work]) : work
}

/** Defers work until the open transaction is about to commit. */
export const deferToCommit = (work: () => Promise<void>): void => void openScope()?.closing.push(work)

/** Defers work until the open transaction has committed; it is dropped on failure. */
export const deferAfterCommit = (work: () => Promise<void>): void => void openScope()?.after.push(work)

/** Runs work deferred until after the commit. Call when the transaction has committed. */
export async function runAfterCommit(): Promise<void> {
  const after = scopes.getStore()?.after ?? []
  for (let work = after.shift(); work; work = after.shift()) await work()
}

/** The values of the open transaction; undefined without one. */
export const scopeValues = (): Map<symbol, unknown> | undefined => openScope()?.kept

/** Runs deferred work, including work that it defers in turn. */
export async function runDeferred(): Promise<void> {
  const closing = openScope()?.closing ?? []
  for (let work = closing.shift(); work; work = closing.shift()) await work()
}

class StuckTransaction extends Error {
  constructor(ms: number) {
    super(`A transaction was rolled back: its work sent no query for ${Math.round(ms / 1000)} seconds`)
  }
}

/** A transaction's connection: runs one query at a time, however many are issued in parallel. */
class SharedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #idle: NodeJS.Timeout
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(inner: DatabaseConnection, idleMs: number, onStuck: () => void) {
    this.#inner = inner
    this.#idle = setTimeout(() => {
      if (this.#waiting === 0) onStuck()
    }, idleMs)
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#waiting += 1
    const result = this.#last.then(() => this.#inner.executeQuery<R>(query))
    // A COPY is a stream that goes on after its start.
    const copy: unknown = query.sql
    this.#last = result
      .then(() => (copy instanceof Writable ? finished(copy) : undefined))
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1
        this.#idle.refresh()
      })
    return result
  }

  /** Ends the watch over its pauses. */
  end(): void {
    clearTimeout(this.#idle)
  }

  /** A stream occupies its connection: the transaction's next query would wait forever. `readBatches` needs none. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing streams over the protocol: use readBatches')
  }
}

/**
 * A driver whose handle always uses the current transaction: inside of one every query takes its connection,
 * outside each takes one from the pool. So code that holds a connection never waits for a second one.
 */
export class AmbientDriver implements Driver {
  readonly #inner: Driver
  /** Slots in a share of the pool, by the connection taken for each. */
  readonly #leaving = new WeakMap<DatabaseConnection, () => void>()

  constructor(inner: Driver) {
    this.#inner = inner
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const scope = scopes.getStore()
    if (scope?.driver === this && scope.stuck.error) throw scope.stuck.error
    if (scope?.driver === this && scope.connection) return scope.connection
    const leave = await currentShare()?.enter()
    try {
      const connection = await this.#inner.acquireConnection()
      if (leave) this.#leaving.set(connection, leave)
      return connection
    } catch (error) {
      leave?.()
      throw error
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(connection, settings)
    const scope = scopes.getStore()
    if (!scope || scope.connection) return
    scope.driver = this
    scope.connection = new SharedConnection(connection, scope.idleMs, () => {
      scope.stuck.error = new StuckTransaction(scope.idleMs)
      scope.stuck.reject(scope.stuck.error)
    })
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#close()
    return this.#inner.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#close()
    return this.#inner.rollbackTransaction(connection)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof SharedConnection) return
    const leave = this.#leaving.get(connection)
    this.#leaving.delete(connection)
    try {
      await this.#inner.releaseConnection(connection)
    } finally {
      leave?.()
    }
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  #close(): void {
    const scope = scopes.getStore()
    if (scope?.driver !== this) return
    if (scope.connection instanceof SharedConnection) scope.connection.end()
    scope.connection = null
  }
}
