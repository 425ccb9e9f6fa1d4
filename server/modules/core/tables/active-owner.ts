import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * The first active owner of an account, as `u`, for a lateral join.
 * @param accountId a column of the query that joins it, such as `a.id`
 */
export const activeOwner = (db: Db, accountId: string) =>
  db
    .selectFrom('member as u')
    .where('u.account_id', '=', sql.ref<number>(accountId))
    .where('u.is_owner', '=', true)
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .limit(1)
