import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'

/** Active owners of an account, longest-standing first. */
export const selectOwners = (db: Db, accountId: number) =>
  db
    .selectFrom('member')
    .select(['id', 'email', 'first_name'])
    .where('account_id', '=', accountId)
    .where('is_owner', '=', true)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

/** The owner shown as contact; undefined while an account has none. */
export const findOwner = async (db: Db, accountId: number) => (await selectOwners(db, accountId))[0]

/** Names of an account's people by id, including removed ones. */
export async function findNames(
  db: Db,
  accountId: number,
  userIds: number[],
): Promise<Map<number, { id: number; email: string; name: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select(['id', 'email', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The platform's own account: the only one without a parent. */
export const findPlatformId = async (db: Db): Promise<number | null> =>
  (await db.selectFrom('account').select('id').where('parent_id', 'is', null).executeTakeFirst())?.id ?? null

/** Ids of the account and its ancestors, from the root. */
export async function listAncestors(db: Db, accountId: number): Promise<number[]> {
  const [row] = await readPath(db, accountId)
  return row?.path ?? [accountId]
}

const readPath = prepared((db, accountId: number) =>
  db.selectFrom('account').select('path').where('id', '=', accountId),
)

export async function listDescendants(db: Db, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(inTreeOf(accountId, 'path'))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
