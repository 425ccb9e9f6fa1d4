import type { PackageDetail } from '#contract/accounts/plans.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type PlansDeps, type PlanViews, requirePlan } from './plan-views.ts'
import { lockPlan, type PlanRow, type PlanVersionRow, versionsOf } from './plans-store.ts'
import { findSeller, type SellingAccount } from './sellers.ts'

export function createPlanChange({ db }: PlansDeps, views: PlanViews) {
  /** Changes a plan of the actor's, locked meanwhile, and returns it. @throws AppError not_found. */
  return (
    actor: Actor,
    id: number,
    work: (locked: { seller: SellingAccount; plan: PlanRow; versions: PlanVersionRow[] }) => Promise<object>,
  ): Promise<PackageDetail> =>
    transaction(db, async () => {
      const seller = await findSeller(db, actor.accountId)
      const locked = await lockPlan(db, seller.owner, id)
      const versions = await versionsOf(db, id)
      const plan = requirePlan(locked, versions)
      const note = await work({ seller, plan, versions })
      recordAudit(db, {
        accountId: actor.accountId,
        subject: `package:${id}`,
        detail: { name: plan.name, ...note },
      })
      return views.detail(seller, id)
    })
}

export type ChangePlan = ReturnType<typeof createPlanChange>
