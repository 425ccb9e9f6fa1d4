import { sql } from 'kysely'
import { sleep } from './clock.ts'
import type { Db } from './db/db.ts'

declare module './db/tables.ts' {
  interface Tables {
    pace: { key: string; next_at: Date }
  }
}

/**
 * Waits for the next free moment of `key`, of which there are `perMinute`, evenly spread.
 * @throws the signal's reason when it aborts meanwhile.
 */
export type Pace = (key: string, perMinute: number, signal: AbortSignal) => Promise<void>

/** Takes the next moment and answers how many milliseconds it is away: one statement, by the database clock. */
async function takeSlot(db: Db, key: string, seconds: number): Promise<number> {
  const step = sql`make_interval(secs => ${seconds}::float8)`
  const { rows } = await sql<{ wait: number }>`
    insert into pace as p (key, next_at) values (${key}, clock_timestamp() + ${step})
    on conflict (key) do update set next_at = greatest(clock_timestamp(), p.next_at) + ${step}
    returning extract(epoch from next_at - ${step} - clock_timestamp())::float8 * 1000 as wait`.execute(db)
  return Math.max(0, rows[0]?.wait ?? 0)
}

/** A pace that all processes on this database keep together. */
export const createPace =
  (db: Db): Pace =>
  async (key, perMinute, signal) => {
    signal.throwIfAborted()
    await sleep(await takeSlot(db, key, 60 / perMinute), signal)
    signal.throwIfAborted()
  }

/** Keeps everyone who waits for `key` waiting for this long, at least. */
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

/** Forgets keys that nobody has waited for in a day. */
export const removeOldPaces = (db: Db) =>
  db.deleteFrom('pace').where('next_at', '<', sql<Date>`now() - interval '1 day'`).execute()
