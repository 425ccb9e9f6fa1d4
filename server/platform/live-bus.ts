import { EventEmitter } from 'node:events'
import { type Kysely, sql } from 'kysely'
import { sleep } from './clock.ts'
import { LimitedClient } from './db/limited-client.ts'
import type { Log } from './log.ts'

/** A small message between processes, sent by NOTIFY: this record changed, read it again. */
export interface LiveMessage {
  accountId: number
  kind: string
  id: number
}

export interface LiveBus {
  /** Calls `listener` for each message; returns the function that unsubscribes. */
  subscribe(listener: (message: LiveMessage) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'live'
/** Nothing may be said for hours, so a query asks now and then whether the connection is still one. */
const ASK_EVERY_MS = 10_000
const SILENCE_MS = 10_000

/** Message kind: the session with this `id` was revoked, so its streams end. */
export const SESSION_ENDED = 'session_ended'
/** The same for an API key. */
export const API_KEY_ENDED = 'api_key_ended'

/** Sends a message when the transaction commits (or at once outside of one). */
export async function publish(
  db: Pick<Kysely<never>, 'getExecutor'> | unknown,
  message: LiveMessage,
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(db as Kysely<never>)
}

/**
 * Listens on one dedicated connection and reconnects when it is lost. Messages sent meanwhile are lost: subscribers
 * get `{kind: 'reconnected'}` and read their records again.
 */
export function createLiveBus(url: string, log: Log, askEveryMs = ASK_EVERY_MS): LiveBus {
  const emitter = new EventEmitter().setMaxListeners(0)
  const stopping = new AbortController()
  let client: LimitedClient | undefined

  async function listenOnce(): Promise<void> {
    client = new LimitedClient({
      connectionString: url,
      application_name: 'live-bus',
      silenceMs: Math.min(SILENCE_MS, askEveryMs),
    })
    const lost = new Promise<void>((resolve) => {
      client?.on('error', () => resolve())
      client?.on('end', () => resolve())
    })
    client.on('notification', (notification) => {
      if (notification.payload) emitter.emit('message', JSON.parse(notification.payload))
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    emitter.emit('message', { accountId: 0, kind: 'reconnected', id: 0 } satisfies LiveMessage)
    const asking = setInterval(() => void client?.query('select 1').catch(() => {}), askEveryMs)
    await lost
    clearInterval(asking)
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error) => log.debug({ err: error }, 'live connection failed'))
      await client?.end().catch(() => {})
      await sleep(250, stopping.signal)
    }
  })()

  return {
    subscribe(listener) {
      emitter.on('message', listener)
      return () => emitter.off('message', listener)
    },
    async close() {
      stopping.abort()
      await client?.end().catch(() => {})
      await loop
    },
  }
}
