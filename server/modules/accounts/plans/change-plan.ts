import type { PackageDetail } from '#contract/accounts/plans.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { requirePlan, showPlanDetail } from './plan-views.ts'
import { listVersions, lockPlan, type PlanRow, type PlanVersionRow } from './plans-store.ts'
import { findSeller, type SellingAccount } from './sellers.ts'

export const changePlan = (
  ctx: Context,
  actor: Actor,
  id: number,
  work: (locked: { seller: SellingAccount; plan: PlanRow; versions: PlanVersionRow[] }) => Promise<object>,
): Promise<PackageDetail> =>
  transaction(ctx.db, async () => {
    const seller = await findSeller(ctx.db, actor.accountId)
    const locked = await lockPlan(ctx.db, seller.owner, id)
    const versions = await listVersions(ctx.db, id)
    const plan = requirePlan(locked, versions)
    const note = await work({ seller, plan, versions })
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `package:${id}`,
      detail: { name: plan.name, ...note },
    })
    return showPlanDetail(ctx, seller, id)
  })
