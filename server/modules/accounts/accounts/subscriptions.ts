import {
  findPlanVersion,
  insertPlan,
  type NewPlan,
  type PlanVersionRow,
} from '#server/modules/accounts/plans/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { findAccount, findPlanOf, plansBelow, setModules, updateAccount } from './accounts-store.ts'
import { effectiveModules } from './entitlements.ts'

/** Subscriptions are stored by a module built on this one. */
export interface SubscriptionRecords {
  /** Puts an account on a plan version without periods: nothing renews automatically. Ends the previous subscription. */
  start(accountId: number, planVersionId: number): Promise<void>
  /** Changes the version of an account's subscription; its periods continue. */
  moveTo(accountId: number, planVersionId: number): Promise<void>
}

export const createSubscriptions = (db: Db, records: SubscriptionRecords) => {
  /** Applies a plan version to an account and those below it. Joins the current transaction. */
  async function applyPlan(accountId: number, planVersionId: number): Promise<void> {
    const version = await findPlanVersion(db, planVersionId)
    if (!version) throw notFound('The plan')
    await updateAccount(db, accountId, { support_open_ai_api_key: version.support_open_ai_api_key })
    const account = await findAccount(db, accountId)
    const parent = account?.parent_id ? await findAccount(db, account.parent_id) : undefined
    const known = new Map<number, string[]>(parent ? [[parent.id, parent.modules]] : [])
    for (const { id, parent_id, modules, plan_modules } of await plansBelow(db, accountId)) {
      const above = parent_id === null ? null : (known.get(parent_id) ?? null)
      const effective = effectiveModules(plan_modules ?? modules, above)
      known.set(id, effective)
      await setModules(db, id, effective)
    }
  }

  return {
    createPlan: (
      plan: Omit<NewPlan, 'ownerAccountId'> & Partial<Pick<NewPlan, 'ownerAccountId'>>,
    ): Promise<PlanVersionRow> => insertPlan(db, { ...plan, ownerAccountId: plan.ownerAccountId ?? null }),

    /** The account's plan; undefined without one. */
    planOf: (accountId: number) => findPlanOf(db, accountId),
    applyPlan,

    /** The same, for an account whose periods continue. @throws AppError not_found */
    moveTo: (accountId: number, planVersionId: number): Promise<void> =>
      transaction(db, async () => {
        await records.moveTo(accountId, planVersionId)
        await applyPlan(accountId, planVersionId)
      }),

    /** Puts an account on a plan version and updates the modules of it and its descendants. @throws AppError not_found */
    subscribe: (accountId: number, planVersionId: number): Promise<void> =>
      transaction(db, async () => {
        await records.start(accountId, planVersionId)
        await applyPlan(accountId, planVersionId)
      }),
  }
}
