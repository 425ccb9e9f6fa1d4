import type { Offer, PublicOffer } from '#contract/accounts/sales.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { isOn } from '#server/modules/core/settings/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { findShortfall } from './deliverable.ts'
import { isFree } from './floor-price.ts'
import { listPlanAddOns } from './offers-store.ts'
import * as store from './plans-store.ts'
import { presentOffer } from './present-plan.ts'
import { findProblems } from './require-sellable.ts'
import { findSeller, type SellingAccount } from './sellers.ts'
import { checkoutOffer } from './signals.ts'

export const packageRequestLimit = defineRateLimit({ name: 'package-request', points: 20, seconds: 60 * 60 })

/** The seller on a site; null is the installation's own. @throws AppError not_found. */
async function findSellerOfSite(db: Db, siteAccountId: number | null): Promise<SellingAccount> {
  const sellerId =
    siteAccountId ??
    (await db.selectFrom('account_node').select('id').where('parent_id', 'is', null).executeTakeFirst())?.id
  if (sellerId === undefined) throw notFound('The package')
  return findSeller(db, sellerId)
}

/** A package with a public page that may be sold now; null is the installation's own. @throws AppError not_found. */
export async function findPublicPackage(db: Db, siteAccountId: number | null, id: number) {
  const seller = await findSellerOfSite(db, siteAccountId)
  const plan = await store.findPlan(db, seller.owner, id)
  const version = plan?.is_public ? await store.publishedVersion(db, id) : undefined
  if (!plan || !version || (await findProblems(db, seller, version)).length > 0) throw notFound('The package')
  return { seller, plan, version }
}

/** A seller's packages with a public page that may be sold now. */
export async function listPublicPackages(db: Db, seller: SellingAccount) {
  const found: { plan: store.PlanRow; version: store.PlanVersionRow }[] = []
  for (const plan of await store.listPublicPlans(db, seller.owner)) {
    const version = await store.publishedVersion(db, plan.id)
    if (version && (await findProblems(db, seller, version)).length === 0) found.push({ plan, version })
  }
  return found
}

/**
 * The version of a free package for registering from its public page.
 * @throws AppError not_found, conflict for one that has a price.
 */
export async function getSignUpPackage(db: Db, siteAccountId: number | null, id: number): Promise<number> {
  const { version } = await findPublicPackage(db, siteAccountId, id)
  if (!isFree(version)) throw conflict('This package isn’t free. Request it from its page')
  return version.id
}

interface Query {
  plan: store.PlanRow
  name: string
  email: string
  note: string
}

// What customers see of packages: the public page, and available changes.

const findPackageOnHost = async (ctx: Context, host: string, id: number) =>
  findPublicPackage(ctx.db, (await findSiteOfHost(ctx, host))?.account_id ?? null, id)

export const notifySeller = (ctx: Context, accountId: number, { plan, name, email, note }: Query) =>
  notify(ctx, {
    accountId,
    permission: 'owner',
    kind: 'package_requested',
    detail: { package_id: plan.id, package: plan.name, name, email, note },
  })

/** How a package is paid for. It can only be requested while its seller has too few credits for it. */
export async function findWaysToBuy(
  ctx: Context,
  sellerId: number,
  version: store.PlanVersionRow,
): Promise<Pick<Offer, 'buy' | 'checkout_url' | 'sold_out'>> {
  if (await findShortfall(ctx, sellerId, version.free_credits))
    return { buy: null, checkout_url: null, sold_out: true }
  if (version.price_minor === 0) return { buy: null, checkout_url: null, sold_out: false }
  return { ...(await checkoutOffer.ask(ctx, { sellerId, planId: version.plan_id })), sold_out: false }
}

async function showPublicOffer(
  ctx: Context,
  sellerId: number,
  { plan, version }: { plan: store.PlanRow; version: store.PlanVersionRow },
): Promise<PublicOffer> {
  const ways = await findWaysToBuy(ctx, sellerId, version)
  return {
    ...presentOffer(plan, version, await listPlanAddOns(ctx.db, plan.id)),
    ...ways,
    description: plan.description,
    sign_up: isFree(version) && !ways.sold_out && (await isOn(ctx.db, 'sign_up')),
  }
}

/** The public page. @throws AppError not_found. */
export async function showSalesPage(ctx: Context, host: string, id: number) {
  const { seller, plan, version } = await findPackageOnHost(ctx, host, id)
  const { terms, after_sale_url } = plan
  return { ...(await showPublicOffer(ctx, seller.accountId, { plan, version })), terms, after_sale_url }
}

const perMonth = ({ price_minor, period }: PublicOffer) =>
  period === 'year' ? price_minor / 12 : price_minor

/** The page with all public packages, cheapest first. @throws AppError not_found. */
export async function showPublicPackages(ctx: Context, host: string): Promise<PublicOffer[]> {
  const site = await findSiteOfHost(ctx, host)
  const seller = await findSellerOfSite(ctx.db, site?.account_id ?? null)
  const offers: PublicOffer[] = []
  for (const found of await listPublicPackages(ctx.db, seller))
    offers.push(await showPublicOffer(ctx, seller.accountId, found))
  return offers.sort((a, b) => perMonth(a) - perMonth(b))
}

/** @throws AppError not_found, rate_limited. */
export async function requestSale(
  ctx: Context,
  from: { ip: string; host: string },
  id: number,
  sale: Omit<Query, 'plan'>,
): Promise<void> {
  await packageRequestLimit.consume(ctx, from.ip)
  const { seller, plan } = await findPackageOnHost(ctx, from.host, id)
  await transaction(ctx.db, () => notifySeller(ctx, seller.accountId, { ...sale, plan }))
}
