import { sql } from 'kysely'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

const LIMIT_COLUMNS = [
  'ai_credits_per_1000_tokens',
  'ai_own_key_credits_per_1000_tokens',
  'training_tokens',
] as const

/** Existing accounts, with their seller and owner. */
const accounts = (db: Db) =>
  db
    .selectFrom('account_node as a')
    .leftJoin('account_node as above', 'above.id', 'a.parent_id')
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'a.name', 'a.parent_id', 'a.modules', 'a.path'])
    .select('above.name as seller')
    // Not joined: a count, which doesn't read it, would look it up for every account of the installation.
    .select(activeOwner(db, 'a.id').select('u.email').as('owner_email'))
    .select(LIMIT_COLUMNS.map((name) => `a.${name}` as const))

const accountQuery = (db: Db) => db.selectFrom(accounts(db).as('account'))

export const findAccountRow = (db: Db, id: number) =>
  accountQuery(db).selectAll().where('id', '=', id).executeTakeFirst()
export type AccountLimitsRow = NonNullable<Awaited<ReturnType<typeof findAccountRow>>>

export interface LimitsQuery {
  page: number
  limit: number
  search?: string
  customized?: 'yes' | 'no'
}

export async function listAccounts(
  db: Db,
  { page, limit, search, customized }: LimitsQuery,
): Promise<{ rows: AccountLimitsRow[]; total: number }> {
  let base = accountQuery(db)
  if (search) {
    const pattern = containing(search)
    base = base.where((eb) =>
      eb.or((['name', 'owner_email', 'seller'] as const).map((name) => eb(name, 'ilike', pattern))),
    )
  }
  if (customized) {
    const isCustomized = sql<boolean>`num_nonnulls(${sql.join(LIMIT_COLUMNS.map((name) => sql.ref(name)))}) > 0`
    base = base.where(customized === 'yes' ? isCustomized : sql<boolean>`not ${isCustomized}`)
  }
  return readPage(base, base.selectAll().orderBy(sql`cardinality(path)`).orderBy('id'), { page, limit })
}
