import { sql } from 'kysely'
import { MAX_ROLLOUT_ACCOUNTS } from '#contract/admin/kit-rollouts.ts'
import { findPlan, findSeller } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import { type KitHead, listAccountsOnKit } from './stored-kits-store.ts'

/** Accounts below one's own, named in one of three ways. */
export interface Targets {
  account_ids?: number[]
  on_kit: boolean
  package_id?: number
}

/** Accounts below one that aren't closed; all, those of a package, or those with these ids. */
const below = (db: Db, accountId: number) =>
  db
    .selectFrom('account_node as n')
    .select('n.id')
    .where(inTreeOf(accountId, 'n.path'))
    .where('n.id', '<>', accountId)
    .where('n.closed_at', 'is', null)
    .orderBy('n.id')

async function listCustomersOf(ctx: Context, accountId: number, planId: number): Promise<number[]> {
  const { owner } = await findSeller(ctx.db, accountId)
  if (!(await findPlan(ctx.db, owner, planId))) throw notFound('The package')
  const rows = await below(ctx.db, accountId)
    .innerJoin('subscription_info as s', 's.account_id', 'n.id')
    .innerJoin('plan_version_info as v', 'v.id', 's.plan_version_id')
    .where('s.is_current', '=', true)
    .where('v.plan_id', '=', planId)
    .execute()
  return rows.map(({ id }) => id)
}

async function listNamed(ctx: Context, accountId: number, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const rows = await below(ctx.db, accountId)
    .where('n.id', '=', sql<number>`any(${wanted}::bigint[])`)
    .execute()
  if (rows.length < wanted.length) throw notFound(wanted.length === 1 ? 'The account' : 'One of the accounts')
  return rows.map(({ id }) => id)
}

/**
 * Ids of the accounts, in order. Whether each may be changed is seen when it is.
 * @throws AppError validation_failed, not_found, conflict where there are none or too many
 */
export async function findTargets(
  ctx: Context,
  kit: KitHead,
  { account_ids, on_kit, package_id }: Targets,
): Promise<number[]> {
  if ([account_ids !== undefined, on_kit, package_id !== undefined].filter(Boolean).length !== 1)
    throw invalidField('account_ids', 'Name the accounts in one way: account_ids, on_kit or package_id')
  const accountId = kit.account_id
  let ids: number[]
  if (account_ids) ids = await listNamed(ctx, accountId, account_ids)
  else if (package_id !== undefined) ids = await listCustomersOf(ctx, accountId, package_id)
  else ids = (await listAccountsOnKit(ctx.db, kit)).map(({ account_id }) => account_id)
  if (ids.length > MAX_ROLLOUT_ACCOUNTS)
    throw conflict(`A roll-out has at most ${MAX_ROLLOUT_ACCOUNTS} accounts. Name some of them`)
  return ids
}
