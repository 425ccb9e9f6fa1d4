import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Holds an account until the transaction ends: many share it while something begins in it, one alone changes it. Not a
 * lock of its row, which a cluster takes on every server and for all accounts at once.
 */
export async function holdAccount(db: Db, id: number, how: 'shared' | 'alone'): Promise<void> {
  const lock = sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`account:${id}`}, 0))`.execute(db)
}

/**
 * Makes changes of one account wait for each other until the transaction ends. Rows that refer to the account are
 * still written meanwhile: an audited change does that while it holds the audit chain.
 */
export async function lockAccount(db: Db, id: number) {
  await holdAccount(db, id, 'alone')
  return db.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** A person who was not removed, locked like `lockAccount` locks. */
export const lockMember = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'removed')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Holds a person until the transaction ends, so that what is theirs can be counted: nobody adds any meanwhile. */
export const lockUser = (db: Db, id: number) =>
  db.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
