import {
  findPlanVersion,
  insertPlan,
  type NewPlan,
  type PlanVersionRow,
} from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { findAccount, findPlanOf, plansBelow, setModules, updateAccount } from './accounts-store.ts'
import { effectiveModules } from './entitlements.ts'
import { planApplied, recordSubscription } from './signals.ts'

/** Applies a plan version to an account and those below it. Joins the current transaction. */
export async function applyPlan(ctx: Context, accountId: number, planVersionId: number): Promise<void> {
  const version = await findPlanVersion(ctx.db, planVersionId)
  if (!version) throw notFound('The plan')
  await updateAccount(ctx.db, accountId, { support_open_ai_api_key: version.support_open_ai_api_key })
  const account = await findAccount(ctx.db, accountId)
  const parent = account?.parent_id ? await findAccount(ctx.db, account.parent_id) : undefined
  const known = new Map<number, string[]>(parent ? [[parent.id, parent.modules]] : [])
  for (const { id, parent_id, modules, plan_modules } of await plansBelow(ctx.db, accountId)) {
    const above = parent_id === null ? null : (known.get(parent_id) ?? null)
    const effective = effectiveModules(plan_modules ?? modules, above)
    known.set(id, effective)
    await setModules(ctx.db, id, effective)
  }
  await planApplied.emit(ctx, { accountId, planVersionId })
}

export const createPlanOfAccount = (
  ctx: Context,
  plan: Omit<NewPlan, 'ownerAccountId'> & Partial<Pick<NewPlan, 'ownerAccountId'>>,
): Promise<PlanVersionRow> => insertPlan(ctx.db, { ...plan, ownerAccountId: plan.ownerAccountId ?? null })

/** The account's plan; undefined without one. */
export const findPlanOfAccount = (ctx: Context, accountId: number) => findPlanOf(ctx.db, accountId)

/** Puts an account on a plan version and updates the modules of it and its descendants. @throws AppError not_found */
export const subscribeToPlan = (ctx: Context, accountId: number, planVersionId: number): Promise<void> =>
  transaction(ctx.db, async () => {
    await recordSubscription.ask(ctx, { accountId, planVersionId })
    await applyPlan(ctx, accountId, planVersionId)
  })
