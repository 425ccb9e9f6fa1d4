import { sql } from 'kysely'
import { sleep } from './clock.ts'
import type { Db } from './db/db.ts'

declare module './db/tables.ts' {
  interface Tables {
    pace: { key: string; next_at: Date }
  }
}

/**
 * Waits for the next free slot of `key`; there are `perMinute` of them, evenly spread.
 * @throws the signal's reason when it aborts
 */
export type Pace = (key: string, perMinute: number, signal: AbortSignal) => Promise<void>

/** Takes the next slot and returns the milliseconds until it, in one statement by the database clock. */
async function takeSlot(db: Db, key: string, seconds: number): Promise<number> {
  const step = sql`make_interval(secs => ${seconds}::float8)`
  const { rows } = await sql<{ wait: number }>`
    insert into pace as p (key, next_at) values (${key}, clock_timestamp() + ${step})
    on conflict (key) do update set next_at = greatest(clock_timestamp(), p.next_at) + ${step}
    returning extract(epoch from next_at - ${step} - clock_timestamp())::float8 * 1000 as wait`.execute(db)
  return Math.max(0, rows[0]?.wait ?? 0)
}

/** A pace shared by all processes on this database. */
export const createPace =
  (db: Db): Pace =>
  async (key, perMinute, signal) => {
    signal.throwIfAborted()
    await sleep(await takeSlot(db, key, 60 / perMinute), signal)
    signal.throwIfAborted()
  }

/** Delays the next slot of `key` by at least this long. */
export const pausePace = async (db: Db, key: string, seconds: number): Promise<void> => {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`
  await db
    .insertInto('pace')
    .values({ key, next_at: until })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet({ next_at: sql<Date>`greatest(pace.next_at, excluded.next_at)` }),
    )
    .execute()
}

/** Deletes keys unused for a day. */
export const removeOldPaces = (db: Db) =>
  db.deleteFrom('pace').where('next_at', '<', sql<Date>`now() - interval '1 day'`).execute()
