import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import type { Db } from './db/db.ts'
import type { DnsClient } from './dns/dns-client.ts'
import type { Outbound } from './fetch/outbound.ts'
import type { LiveBus } from './live-bus.ts'
import type { Log } from './log.ts'
import type { Pace } from './pace.ts'
import type { Queue } from './queue/queue.ts'
import type { Storage } from './storage/storage.ts'

/**
 * What a process runs on: the first argument of every use case. Built once, by `startApp` or by a test; it holds no
 * business services. Providers and modules add their clients and settings by declaration merging, as stores add
 * their tables.
 */
export interface Context {
  /** Joins the transaction that the caller opened, if any. */
  db: Db
  pool: pg.Pool
  log: Log
  queue: Queue
  bus: LiveBus
  storage: Storage
  dns: DnsClient
  /** The time, except of leases and expiries, which use the database's. */
  clock: Clock
  secretKey: string
  /** Seals what is stored encrypted. */
  secretBox: SecretBox
  /** The pace of calls to vendors, shared by all processes. */
  pace: Pace
  /** Sends events to URLs of users; `hosts`: names of HOST_MAP, which may be reached over plain HTTP. */
  webhookSending: { outbound: Outbound; hosts: ReadonlySet<string> }
  /** Why this process is not ready, a sentence each. */
  readiness: () => Promise<string[]>
}

/**
 * State that outlives a call and belongs to a process, such as a cache: made on first use, once for each context.
 * @returns a function from a context to its state
 */
export function perContext<State>(create: (ctx: Context) => State): (ctx: Context) => State {
  const states = new WeakMap<Context, { state: State }>()
  return (ctx) => {
    let known = states.get(ctx)
    if (!known) {
      known = { state: create(ctx) }
      states.set(ctx, known)
    }
    return known.state
  }
}
