import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { beyondSeller } from './beyond-seller.ts'
import { readTerms } from './plan-terms.ts'
import type { PlanVersionRow } from './plans-store.ts'
import { findSeller } from './sellers.ts'

type OfferedVersion = PlanVersionRow & { owner_account_id: number; name: string }

/** A package that gives more than its seller has. */
export interface PackageBeyondSeller {
  id: number
  name: string
  version: number
  seller: string
  problem: string
}

/** Versions of resellers' packages on sale or with customers that give more than their sellers have (ADR 0065). */
export async function packagesBeyondSellers(db: Db): Promise<PackageBeyondSeller[]> {
  const { rows } = await sql<OfferedVersion>`
    select v.*, p.owner_account_id, p.name from plan p join plan_version v on v.plan_id = p.id
    join account_node seller on seller.id = p.owner_account_id and seller.deleted_at is null
    where v.state = 'published' and p.archived_at is null
      or exists (select from active_plan a where a.plan_version_id = v.id)
    order by p.owner_account_id, p.id, v.version`.execute(db)
  const found: PackageBeyondSeller[] = []
  for (const [accountId, versions] of Map.groupBy(rows, (row) => row.owner_account_id)) {
    const seller = await findSeller(db, accountId)
    for (const { plan_id: id, name, version, ...row } of versions) {
      const [first] = beyondSeller(seller, readTerms({ ...row, plan_id: id, version }))
      if (first) found.push({ id, name, version, seller: seller.name, problem: first.message })
    }
  }
  return found
}
