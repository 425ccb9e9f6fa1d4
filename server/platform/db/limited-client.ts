import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds to connect and sign in. A server with more work than processors takes some seconds for it. */
const CONNECT_MS = 10_000
/** The server cancels a longer statement. */
export const STATEMENT_MS = 45_000
/** A server that owes a reply and sends nothing for longer is gone: it would have cancelled the statement before. */
export const SILENCE_MS = 50_000
/** The same for work on whole tables, such as migrations and indexes, which may send nothing for hours. */
export const LONG_SILENCE_MS = 6 * 3600_000
/** How long a connection may take to close politely. */
const END_MS = 1000

/** Parts of the driver's client that its types leave out. Their names are checked by tests. */
interface Internals {
  connection: EventEmitter & { stream: Socket }
  _activeQuery: object | null
}

/** The database has stopped answering without closing its connection. */
class SilentDatabase extends Error {
  /** Counts as an unreachable database. */
  readonly code = 'ETIMEDOUT'
  constructor(ms: number) {
    super(`The database has not answered for ${Math.round(ms / 1000)} seconds; its connection was closed`)
  }
}

const longStatements = new AsyncLocalStorage<true>()

/** Runs `work`, whose statements may take hours. The caller lifts the server's limit (`statement_timeout`). */
export const withLongStatements = <T>(work: () => Promise<T>): Promise<T> => longStatements.run(true, work)

export interface LimitedClientConfig extends pg.ClientConfig {
  /** Milliseconds; `SILENCE_MS` by default. */
  silenceMs?: number
}

/**
 * A client that closes its connection when the server owes a reply and is silent for too long. A paused machine, a
 * stuck pooler or a router that forgot the connection reports nothing, and limits of the server don't reach us then.
 * The query in progress fails, and a pool discards the connection.
 */
export class LimitedClient extends pg.Client {
  #watched: Socket | null = null

  constructor({ silenceMs = SILENCE_MS, ...config }: LimitedClientConfig = {}) {
    super({ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...config })
    const send = super.query.bind(this) as (...query: unknown[]) => unknown
    this.query = ((...query: unknown[]) => {
      this.#watch(longStatements.getStore() ? LONG_SILENCE_MS : silenceMs)
      return send(...query)
    }) as pg.Client['query']
    const end = super.end.bind(this) as (...callback: unknown[]) => unknown
    this.end = ((...callback: unknown[]) => {
      // A silent server confirms no end either.
      const { stream } = this.#internals.connection
      const timer = setTimeout(() => stream.destroy(), END_MS)
      stream.once('close', () => clearTimeout(timer))
      if (stream.destroyed) clearTimeout(timer)
      return end(...callback)
    }) as pg.Client['end']
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }

  /** The socket's own timer: it starts again with every byte and costs next to nothing. */
  #watch(ms: number): void {
    const { stream } = this.#internals.connection
    if (stream.timeout !== ms) stream.setTimeout(ms)
    if (stream === this.#watched) return
    this.#watched = stream
    stream.on('timeout', () => {
      const isOurTurn = !this.#internals._activeQuery || stream.isPaused()
      if (!isOurTurn) stream.destroy(new SilentDatabase(stream.timeout ?? ms))
    })
  }
}

/**
 * A full line at the database's socket, or a server whose connections are all taken (53300). Both refuse at once
 * instead of letting the caller wait.
 */
const isLineFull = (error: unknown): boolean => {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  return code === '53300' || (code === 'EAGAIN' && syscall === 'connect')
}
/** First and longest pause between two tries. */
const LINE_WAIT_MS = { first: 50, most: 400 }

/** Calls `connect` again while the server has no place for one more, for as long as connecting may take. */
export async function connectInLine<T>(connect: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (let pause = LINE_WAIT_MS.first; ; pause = Math.min(2 * pause, LINE_WAIT_MS.most)) {
    try {
      return await connect()
    } catch (error) {
      if (!isLineFull(error) || performance.now() - startedAt > CONNECT_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

type Connected = Parameters<pg.Pool['connect']>[0]

/**
 * A pool of limited clients that waits in line to connect. Not a class of its own: the counter of rate limits tells
 * pools by the name of their class.
 */
export function limitedPool(config: pg.PoolConfig & LimitedClientConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    ...config,
    Client: LimitedClient as unknown as new () => pg.ClientBase,
  })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = ((callback?: Connected) => {
    const connecting = connectInLine(connect)
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }) as pg.Pool['connect']
  return pool
}
