import type { Db } from '#server/platform/db/db.ts'
import { holdAccount } from './hold-account.ts'

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
