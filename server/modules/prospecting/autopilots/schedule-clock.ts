import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The time for schedules: the database's unless a test sets it. */
    scheduleClock?: ScheduleClock
  }
}

/** The current time for all schedules. */
export type ScheduleClock = (db: Db) => Promise<Date>

/** The database's clock, the same for all workers, whose own may be wrong. */
const databaseClock: ScheduleClock = async (db) => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now as Date
}

/** The time for schedules. */
export const scheduleNow = ({ db, scheduleClock = databaseClock }: Context): Promise<Date> =>
  scheduleClock(db)
