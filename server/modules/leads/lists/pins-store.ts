import type { Generated } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface ListPinTable {
  account_id: number
  user_id: number
  list_id: number
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    list_pin: ListPinTable
  }
}

interface Pin {
  accountId: number
  userId: number
  listId: number
}

/** Pins a list for a person. @returns whether it was not pinned before. */
export async function insertPin(db: Db, { accountId, userId, listId }: Pin): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('list_pin')
    .values({ account_id: accountId, user_id: userId, list_id: listId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Unpins a list for a person. @returns whether it was pinned. */
export async function deletePin(db: Db, { accountId, userId, listId }: Pin): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('list_pin')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('list_id', '=', listId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
