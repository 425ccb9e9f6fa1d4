import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Locks an account until the transaction ends: shared while something starts in it, exclusive to change it. Not
 * a row lock, which a cluster takes on every server and for all accounts at once.
 */
export async function lockAccountOpen(db: Db, id: number, how: 'shared' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`account:${id}`}, 0))`.execute(db)
}
