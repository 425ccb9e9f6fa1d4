import type { Db } from '#server/platform/db/db.ts'
import { lockAccountOpen } from './lock-account.ts'

/**
 * Serializes changes of one account until the transaction ends. Rows that refer to the account can still be
 * written: an audited change does so while it holds the audit chain.
 */
export async function lockAccount(db: Db, id: number) {
  await lockAccountOpen(db, id, 'alone')
  return db.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** A person who was not removed, locked like `lockAccount`. */
export const lockMember = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'removed')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks a person until the transaction ends, so that their records can be counted: nobody adds any meanwhile. */
export const lockUser = (db: Db, id: number) =>
  db.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
