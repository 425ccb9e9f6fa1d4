import { sql } from 'kysely'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

/** Accounts with the module `whitelabel`, without the platform itself. */
const allResellers = (db: Db) =>
  db
    .selectFrom('account_node as a')
    .leftJoin('realm_info as r', 'r.owner_account_id', 'a.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('site_info as s')
          .select(['s.name', 's.domain', 's.sign_up_plan_id'])
          .whereRef('s.account_id', '=', 'a.id')
          .orderBy('s.id')
          .limit(1)
          .as('site'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(activeOwner(db, 'a.id').select('u.email').as('owner'), (join) => join.onTrue())
    .where('a.parent_id', 'is not', null)
    .where(sql<boolean>`'whitelabel' = any(a.modules)`)
    .select([
      'a.id',
      'a.name',
      'a.modules',
      'a.created_at',
      'site.name as brand_name',
      'site.domain',
      'owner.email as owner_email',
      sql<number>`(select count(*) from account_node c where c.parent_id = a.id)`.as('customers'),
      sql<boolean>`coalesce(site.sign_up_plan_id, r.sign_up_plan_id) is not null`.as('sign_up'),
    ])

const selectResellers = (db: Db) => db.selectFrom(allResellers(db).as('reseller'))

export const findReseller = (db: Db, accountId: number) =>
  selectResellers(db).selectAll().where('id', '=', accountId).executeTakeFirst()
export type ResellerRow = NonNullable<Awaited<ReturnType<typeof findReseller>>>

export async function listResellers(
  db: Db,
  query: { page: number; limit: number; search?: string },
): Promise<{ rows: ResellerRow[]; total: number }> {
  let base = selectResellers(db)
  if (query.search) {
    const pattern = containing(query.search)
    base = base.where((eb) =>
      eb.or(
        (['name', 'brand_name', 'domain', 'owner_email'] as const).map((name) => eb(name, 'ilike', pattern)),
      ),
    )
  }
  return readPage(base, base.selectAll().orderBy('id', 'desc'), query)
}
