import { AsyncLocalStorage } from 'node:async_hooks'
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
export const inScope = <T>(handle: unknown, open: () => Promise<T>): Promise<T> =>
  scopes.run({ handle, connection: null, closing: [], after: [], kept: new Map() }, open)

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

/** A transaction's connection: runs one query at a time, however many are issued in parallel. */
class SharedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  #last: Promise<unknown> = Promise.resolve()

  constructor(inner: DatabaseConnection) {
    this.#inner = inner
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#last.then(() => this.#inner.executeQuery<R>(query))
    this.#last = result.catch(() => {})
    return result
  }

  /** A stream occupies its connection: the transaction's next query would wait forever. */
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('A stream inside a transaction: read page by page, or stream outside of it')
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
    const scope = openScope()
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
    scope.connection = new SharedConnection(connection)
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
    if (scope?.driver === this) scope.connection = null
  }
}
