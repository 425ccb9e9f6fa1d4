import type { PackageDetail } from '#contract/accounts/plans.ts'
import { findSiteUrl } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import type { Problem } from './beyond-seller.ts'
import { findShortfall } from './deliverable.ts'
import { findOpenMove } from './moves-store.ts'
import { listCoupons, listPlanAddOns } from './offers-store.ts'
import { customersOn, findPlanPage, type PlansQuery, siteOfAccount } from './plans-reads.ts'
import { findPlan, listVersions, type PlanRow, type PlanVersionRow } from './plans-store.ts'
import { presentDetail, presentLine } from './present-plan.ts'
import { findProblems } from './require-sellable.ts'
import { findSeller, firstMessage, type SellingAccount } from './sellers.ts'

/** @throws AppError validation_failed with the first problem. */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))
  throw new AppError('validation_failed', first.message, { fields })
}

/** @throws AppError not_found for a plan of someone else, and for the installation's own. */
export function requirePlan(plan: PlanRow | undefined, versions: readonly PlanVersionRow[]): PlanRow {
  if (!plan || versions.some(({ modules }) => modules.includes('admin'))) throw notFound('The package')
  return plan
}

/** The version on sale, and the draft. */
export const findSold = (versions: readonly PlanVersionRow[]) =>
  versions.find(({ state }) => state === 'published')
export const findDraft = (versions: readonly PlanVersionRow[]) =>
  versions.find(({ state }) => state === 'draft')

// Shows packages: the list, and one with all details.

async function findPublicUrl(ctx: Context, seller: SellingAccount): Promise<string> {
  const site = seller.owner === null ? undefined : await siteOfAccount(ctx.db, seller.accountId)
  return `${await findSiteUrl(ctx, site?.id ?? null)}/packages`
}

/** Why a published version can't be sold now; null: it can. */
async function findSaleProblem(
  ctx: Context,
  seller: SellingAccount,
  version: PlanVersionRow,
  isPublic: boolean,
) {
  const problem = firstMessage(await findProblems(ctx.db, seller, version))
  // A free one without a page is given at registration, and waits for its credits.
  if (problem !== null || (version.price_minor === 0 && !isPublic)) return problem
  return findShortfall(ctx, seller.accountId, version.free_credits)
}

/** @throws AppError not_found. */
export async function showPlanDetail(
  ctx: Context,
  seller: SellingAccount,
  id: number,
): Promise<PackageDetail> {
  const versions = await listVersions(ctx.db, id)
  const plan = requirePlan(await findPlan(ctx.db, seller.owner, id), versions)
  const on = await customersOn(ctx.db, [id])
  const sold = findSold(versions)
  const move = await findOpenMove(ctx.db, seller.accountId, id)
  return presentDetail({
    plan,
    versions,
    customers: new Map(on.map((item) => [item.id, item.customers])),
    coupons: await listCoupons(ctx.db, id),
    addOns: await listPlanAddOns(ctx.db, id),
    salesUrl: `${await findPublicUrl(ctx, seller)}/${id}`,
    problem: sold ? await findSaleProblem(ctx, seller, sold, plan.is_public) : null,
    move: move
      ? { ...move, customers: Number(move.customers), first_at: (move.first_at as Date).toISOString() }
      : null,
  })
}

export async function listPlans(ctx: Context, actor: Actor, query: PlansQuery) {
  const seller = await findSeller(ctx.db, actor.accountId)
  const { rows, total } = await findPlanPage(ctx.db, seller.owner, query)
  const on = await customersOn(
    ctx.db,
    rows.map((row) => row.plan_id),
  )
  const data = []
  for (const row of rows) {
    const onPlan = on.filter(({ plan_id }) => plan_id === row.plan_id)
    const customers = onPlan.reduce((sum, item) => sum + item.customers, 0)
    const problem = row.state === 'published' ? await findSaleProblem(ctx, seller, row, row.is_public) : null
    data.push(presentLine(row, customers, problem))
  }
  return { ...pageReply(data, query, total), public_url: await findPublicUrl(ctx, seller) }
}
