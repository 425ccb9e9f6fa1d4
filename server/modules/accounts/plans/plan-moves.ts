import type { PackageDetail, PlanDifference } from '#contract/accounts/plans.ts'
import { MODULES } from '#contract/core/constants.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as store from './moves-store.ts'
import { showPlan } from './plans.ts'
import { findPlan, lockPlan, type PlanVersionRow, publishedVersion } from './plans-store.ts'
import { requireSellable } from './require-sellable.ts'
import { findSeller } from './sellers.ts'
import { dropMove, planMove } from './signals.ts'

type Behind = Awaited<ReturnType<typeof store.pageBehind>>['rows'][number]

/** A customer's gains and losses. */
function comparePlan(row: Behind, to: PlanVersionRow): PlanDifference {
  const members = Number(row.members ?? 0)
  return {
    account_id: row.account_id,
    account: row.account,
    from_version: row.version,
    applies_at: row.applies_at.toISOString(),
    stays_because: row.stays,
    modules_gained: MODULES.filter((slug) => to.modules.includes(slug) && !row.modules.includes(slug)),
    modules_lost: MODULES.filter((slug) => row.modules.includes(slug) && !to.modules.includes(slug)),
    price_minor: { from: row.price_minor, to: to.price_minor },
    currency: { from: row.currency, to: to.currency },
    credits: { from: row.credits, to: to.free_credits },
    members,
    seats: to.seats,
    seats_missing: to.seats === null ? 0 : Math.max(0, members - to.seats),
  }
}

// Moves customers to a newer version of their package with their next period.

async function findTarget(ctx: Context, actor: Actor, planId: number) {
  const seller = await findSeller(ctx.db, actor.accountId)
  if (!(await findPlan(ctx.db, seller.owner, planId))) throw notFound('The package')
  const version = await publishedVersion(ctx.db, planId)
  if (!version) throw conflict('Publish the package before you move customers to it')
  return { seller, version }
}

/** Customers on older versions, and their changes. @throws AppError not_found, conflict. */
export async function previewPlanMove(
  ctx: Context,
  actor: Actor,
  planId: number,
  query: { page: number; limit: number },
) {
  const { version } = await findTarget(ctx, actor, planId)
  const about = { sellerId: actor.accountId, planId, versionId: version.id, period: version.period }
  const { rows, total } = await store.pageBehind(ctx.db, about, query)
  const data = rows.map((row) => comparePlan(row, version))
  return pageReply(data, query, total)
}

/** @throws AppError not_found, conflict where nobody is behind or the version may not be sold. */
export const movePlanCustomers = (ctx: Context, actor: Actor, planId: number): Promise<PackageDetail> =>
  transaction(ctx.db, async () => {
    const { seller, version } = await findTarget(ctx, actor, planId)
    await lockPlan(ctx.db, seller.owner, planId)
    await requireSellable(ctx.db, { planVersionId: version.id, sellerAccountId: actor.accountId })
    const about = { sellerId: actor.accountId, planId, versionId: version.id, period: version.period }
    const movable = await store.findMovable(ctx.db, about)
    if (movable.length === 0)
      throw conflict('No customer can be moved: all are on this version, or stay for the reason shown')
    const moveId = await store.insertMove(ctx.db, {
      account_id: actor.accountId,
      plan_id: planId,
      to_version_id: version.id,
      created_by: actor.userId,
    })
    const by = { moveId, versionId: version.id, userId: actor.userId }
    const customers = await planMove.ask(ctx, { ...by, currency: version.currency, customers: movable })
    if (customers === 0) throw conflict('All of these customers have planned a change of their own')
    const detail = { version: version.version, customers }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `package:${planId}`, detail })
    return showPlan(ctx, actor, planId)
  })

/** For everyone whose next period has not started. @throws AppError not_found, conflict when it is too late. */
export const undoPlanMove = (
  ctx: Context,
  actor: Actor,
  planId: number,
  moveId: number,
): Promise<PackageDetail> =>
  transaction(ctx.db, async () => {
    if (!(await store.isMoveOf(ctx.db, actor.accountId, planId, moveId))) throw notFound('The move')
    const customers = await dropMove.ask(ctx, { moveId })
    if (customers === 0) throw conflict('The new period has started for everyone, so this can’t be undone')
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `package:${planId}`, detail: { customers } })
    return showPlan(ctx, actor, planId)
  })
