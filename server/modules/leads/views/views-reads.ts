import { type SqlBool, sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'

const viewsWithOwner = (db: Db, accountId: number) =>
  db
    .selectFrom('lead_view as v')
    .leftJoin('member as u', 'u.id', 'v.owner_id')
    .selectAll('v')
    .select('u.email as owner_email')
    .where('v.account_id', '=', accountId)
    .where('v.deleted_at', 'is', null)

/** Views of a list type visible to a person, by name. */
export const findViews = (db: Db, accountId: number, userId: number, type: ListTypeId) =>
  viewsWithOwner(db, accountId)
    .where('v.list_type', '=', type)
    .where(sql<SqlBool>`(v.owner_id = ${userId} or v.visibility = 'everyone')`)
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute()

/** One view of an account, or undefined. */
export const findView = (db: Db, accountId: number, id: number) =>
  viewsWithOwner(db, accountId).where('v.id', '=', id).executeTakeFirst()

export type ViewWithOwner = Awaited<ReturnType<typeof findViews>>[number]
