import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Problem } from './beyond-seller.ts'
import type { Seller } from './plan-problems.ts'
import type { PlanOwner } from './plans-store.ts'
import { findOwnTerms } from './terms-along-tree.ts'

export interface SellingAccount extends Seller {
  accountId: number
  name: string
  /** The owner id of its packages. */
  owner: PlanOwner
}

/** An account with its modules, costs and own terms. @throws AppError not_found. */
export async function findSeller(db: Db, accountId: number): Promise<SellingAccount> {
  const account = await db
    .selectFrom('account_node as n')
    .leftJoin('active_plan as a', 'a.account_id', 'n.id')
    .leftJoin('plan_version_info as v', 'v.id', 'a.plan_version_id')
    .where('n.id', '=', accountId)
    .select(['n.id', 'n.name', 'n.parent_id', 'n.modules'])
    .select(['v.price_minor', 'v.currency', 'v.credits', 'v.wholesale'])
    .executeTakeFirst()
  if (!account) throw notFound('The account')
  const { price_minor, currency, credits, wholesale } = account
  const plan = { price_minor: price_minor ?? 0, currency, credits: credits ?? 0, wholesale: wholesale ?? {} }
  const isPlatform = account.parent_id === null
  return {
    accountId,
    name: account.name,
    owner: isPlatform ? null : accountId,
    modules: account.modules,
    plan: isPlatform ? undefined : plan,
    own: isPlatform ? undefined : await findOwnTerms(db, accountId),
  }
}

/** The first problem as an error sentence. */
export const firstMessage = (problems: readonly Problem[]): string | null => problems[0]?.message ?? null
