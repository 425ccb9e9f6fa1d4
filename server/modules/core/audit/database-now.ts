import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** The database's time, in milliseconds as stored in the log. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(db)
  return (rows[0] as { at: Date }).at
}
