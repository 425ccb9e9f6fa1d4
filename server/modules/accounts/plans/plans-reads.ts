import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { PlanOwner, PlanVersionRow } from './plans-store.ts'

export interface PlansQuery {
  page: number
  limit: number
  search?: string
  archived?: 'true' | 'false'
}

/** An owner's packages with the version shown: the one on sale, else the draft, else the newest. */
export async function findPlanPage(db: Db, owner: PlanOwner, query: PlansQuery) {
  let base = db
    .selectFrom('plan as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('plan_version as one')
          .selectAll('one')
          .whereRef('one.plan_id', '=', 'p.id')
          .orderBy(sql`array_position(array['published', 'draft', 'archived'], one.state)`)
          .orderBy('one.version', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .where('p.owner_account_id', owner === null ? 'is' : '=', owner)
    .where('p.archived_at', query.archived === 'true' ? 'is not' : 'is', null)
    // The installation's own plan is not for sale.
    .where(sql<boolean>`not 'admin' = any(v.modules)`)
  if (query.search) base = base.where('p.name', 'ilike', containing(query.search))
  const sorted = base
    .selectAll('v')
    .select(['p.name', 'p.is_public', 'p.archived_at'])
    .select(
      sql<boolean>`exists (select from plan_version d where d.plan_id = p.id and d.state = 'draft')`.as(
        'has_draft',
      ),
    )
    .orderBy('p.id', 'desc')
  return readPage(base, sorted, query)
}
export type PlanLine = PlanVersionRow & {
  name: string
  is_public: boolean
  archived_at: Date | null
  has_draft: boolean
}

/** Subscribers of each version of these plans, by version id. */
export async function customersOn(
  db: Db,
  planIds: readonly number[],
): Promise<{ plan_id: number; id: number; customers: number }[]> {
  if (planIds.length === 0) return []
  const { rows } = await sql<{ plan_id: number; id: number; customers: number }>`
    select v.plan_id, v.id, count(*)::int as customers
    from active_plan a join plan_version v on v.id = a.plan_version_id
    where v.plan_id = any(${planIds}::bigint[]) group by v.plan_id, v.id`.execute(db)
  return rows
}

export const siteOfAccount = (db: Db, accountId: number) =>
  db.selectFrom('site_info').select('id').where('account_id', '=', accountId).orderBy('id').executeTakeFirst()
