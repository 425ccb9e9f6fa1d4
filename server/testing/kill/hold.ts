import type pg from 'pg'
import { isCluster } from '../cluster.ts'
import { until, type World } from './world.ts'

/** A lock that work waits for. */
export interface Hold {
  /** Waits until something waits for the lock. */
  reached(): Promise<void>
  /** Also after the database was killed with the lock. */
  release(): Promise<void>
}

const WAITED_FOR =
  `select 1 from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))` +
  (isCluster ? ` union all select 1 from citus_lock_waits where blocking_gpid = citus_backend_gpid()` : '')

/** Checks, over one connection, whether the other waits. */
async function isWaitingOf(client: pg.Client, through: pg.Client): Promise<() => Promise<boolean>> {
  const { rows } = await client.query(
    `select pg_backend_pid() as pid${isCluster ? ', citus_backend_gpid() as gpid' : ''}`,
  )
  const { pid, gpid } = rows[0]
  const local = `select 1 from pg_locks where not granted and pid = ${pid}`
  const anywhere = isCluster ? ` union all select 1 from citus_lock_waits where waiting_gpid = ${gpid}` : ''
  return async () => (await through.query(local + anywhere)).rows.length > 0
}

const isWaitedFor = async (client: pg.Client) => (await client.query(WAITED_FOR)).rows.length > 0

function holdOf(clients: readonly pg.Client[], holder: pg.Client): Hold {
  return {
    reached: () => until('something waits for the lock', () => isWaitedFor(holder)),
    // Closing a connection releases its locks.
    release: async () => void (await Promise.allSettled(clients.map((client) => client.end()))),
  }
}

/** Takes locks by a statement in a separate transaction. */
export async function holdLock(world: Pick<World, 'connect'>, lock: string): Promise<Hold> {
  const client = await world.connect()
  await client.query('begin')
  await client.query(lock)
  return holdOf([client], client)
}

/**
 * Starts work whose batches each take `lock`, and stops it at the batch after `isMidst`. Two connections alternate:
 * before one releases the lock, the other waits behind the work. So the work never gets two batches in a row,
 * however fast it is.
 */
export async function holdBetweenBatches<Started>(
  world: Pick<World, 'connect'>,
  lock: string,
  start: () => Promise<Started>,
  isMidst: (started: Started) => Promise<boolean>,
): Promise<{ hold: Hold; started: Started }> {
  let [holder, next] = [await world.connect(), await world.connect()]
  const clients = [holder, next]
  try {
    await holder.query('begin')
    await holder.query(lock)
    const result: { started?: Started; error?: unknown } = {}
    start().then(
      (started) => Object.assign(result, { started }),
      (error) => Object.assign(result, { error }),
    )
    for (;;) {
      await until('the work waits for the lock', () => 'error' in result || isWaitedFor(holder))
      if ('error' in result) throw result.error
      if (result.started !== undefined && (await isMidst(result.started)))
        return { hold: holdOf(clients, holder), started: result.started }
      await next.query('begin')
      const isWaiting = await isWaitingOf(next, holder)
      const turn = next.query(lock)
      await until('the other connection waits too', isWaiting)
      await holder.query('rollback')
      await turn
      ;[holder, next] = [next, holder]
    }
  } catch (error) {
    await holdOf(clients, holder).release()
    throw error
  }
}
