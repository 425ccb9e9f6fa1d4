import type { Offer } from '#contract/accounts/sales.ts'
import { MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { findBrandOfRealm, findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { findRow, getRow } from '#server/platform/db/rows.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { findShortfall } from './deliverable.ts'
import { listPlanAddOns } from './offers-store.ts'
import * as store from './plans-store.ts'
import { presentOffer } from './present-plan.ts'
import { findProblems } from './require-sellable.ts'
import { findSeller } from './sellers.ts'
import { checkoutOffer } from './signals.ts'

const packageRequestLimit = defineRateLimit({ name: 'package-request', points: 20, seconds: 60 * 60 })

/** Whether people get it by registering: then nothing is paid or agreed. */
const isFree = ({ price_minor, set_up_minor, modules }: store.PlanVersionRow): boolean =>
  price_minor === 0 && set_up_minor === 0 && !modules.includes('whitelabel')

/** A package with a public page that may be sold now; null is the installation's own. @throws AppError not_found. */
export async function findPublicPackage(db: Db, siteAccountId: number | null, id: number) {
  const sellerId =
    siteAccountId ??
    (await db.selectFrom('account_node').select('id').where('parent_id', 'is', null).executeTakeFirst())?.id
  if (sellerId === undefined) throw notFound('The package')
  const seller = await findSeller(db, sellerId)
  const plan = await store.findPlan(db, seller.owner, id)
  const version = plan?.is_public ? await store.publishedVersion(db, id) : undefined
  if (!plan || !version || (await findProblems(db, seller, version)).length > 0) throw notFound('The package')
  return { seller, plan, version }
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

const notifySeller = (ctx: Context, accountId: number, { plan, name, email, note }: Query) =>
  notify(ctx, {
    accountId,
    permission: 'owner',
    kind: 'package_requested',
    detail: { package_id: plan.id, package: plan.name, name, email, note },
  })

/** How a priced package is paid for. It can only be requested while its seller has too few credits for it. */
async function findWaysToBuy(
  ctx: Context,
  sellerId: number,
  version: store.PlanVersionRow,
): Promise<Pick<Offer, 'buy' | 'checkout_url' | 'sold_out'>> {
  if (await findShortfall(ctx, sellerId, version.free_credits))
    return { buy: null, checkout_url: null, sold_out: true }
  return { ...(await checkoutOffer.ask(ctx, { sellerId, planId: version.plan_id })), sold_out: false }
}

/** Packages a customer can change to: the seller's public ones that may be sold now. */
async function listOffers(
  ctx: Context,
  sellerId: number,
  owner: store.PlanOwner,
  modules: readonly string[],
) {
  const seller = await findSeller(ctx.db, sellerId)
  const plans = await ctx.db
    .selectFrom('plan')
    .selectAll()
    .where('owner_account_id', owner === null ? 'is' : '=', owner)
    .where('is_public', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  const offers: (Offer & { adds: ModuleSlug[] })[] = []
  for (const plan of plans) {
    const version = await store.publishedVersion(ctx.db, plan.id)
    if (!version || (await findProblems(ctx.db, seller, version)).length > 0) continue
    const adds = MODULES.filter((slug) => version.modules.includes(slug) && !modules.includes(slug))
    const checkout = version.price_minor > 0 ? await findWaysToBuy(ctx, sellerId, version) : {}
    offers.push({ ...presentOffer(plan, version, await listPlanAddOns(ctx.db, plan.id)), adds, ...checkout })
  }
  return offers
}

const findOwnAccount = (ctx: Context, accountId: number) =>
  getRow(ctx.db, 'account_node', { id: accountId }, ['parent_id', 'modules', 'name', 'realm_id', 'access'])

/** The public page. @throws AppError not_found. */
export async function showSalesPage(ctx: Context, host: string, id: number) {
  const { seller, plan, version } = await findPackageOnHost(ctx, host, id)
  const offer = presentOffer(plan, version, await listPlanAddOns(ctx.db, id))
  const { terms, after_sale_url } = plan
  const checkout = isFree(version) ? {} : await findWaysToBuy(ctx, seller.accountId, version)
  return { ...offer, terms, after_sale_url, sign_up: isFree(version), ...checkout }
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

/** The customer's package, and the alternatives. */
export async function showUpgrade(ctx: Context, actor: Actor) {
  const own = await findOwnAccount(ctx, actor.accountId)
  const { parent_id: sellerId, modules, access } = own
  const mine = await ctx.db
    .selectFrom('active_plan as a')
    .innerJoin('plan_version_info as v', 'v.id', 'a.plan_version_id')
    .select(['v.plan_id', 'v.name', 'v.credits', 'v.period', 'v.seats'])
    .where('a.account_id', '=', actor.accountId)
    .executeTakeFirst()
  const seller = sellerId === null ? null : await findSeller(ctx.db, sellerId)
  const offers = seller ? await listOffers(ctx, seller.accountId, seller.owner, modules) : []
  return {
    seller: seller && (await findBrandOfRealm(ctx, own.realm_id)).name,
    current: mine
      ? {
          id: mine.plan_id,
          name: mine.name,
          credits: mine.credits,
          period: mine.period,
          seats: mine.seats,
          modules: MODULES.filter((slug) => modules.includes(slug)),
        }
      : null,
    // A package that has ended can be bought again.
    offers: offers.filter(({ id }) => access === 'locked' || id !== mine?.plan_id),
    can_request: seller !== null && can(actor, 'use_wallet'),
  }
}

export const limitUpgradeRequests = (ctx: Context, { accountId }: Actor) =>
  packageRequestLimit.consume(ctx, `account:${accountId}`)

/** @throws AppError not_found. */
export const requestUpgrade = (
  ctx: Context,
  actor: Actor,
  { package_id: id, note }: { package_id: number; note: string },
) =>
  transaction(ctx.db, async () => {
    const { parent_id: sellerId, modules, name } = await findOwnAccount(ctx, actor.accountId)
    if (sellerId === null) throw notFound('The package')
    const seller = await findSeller(ctx.db, sellerId)
    const offered = await listOffers(ctx, sellerId, seller.owner, modules)
    const plan = offered.some((item) => item.id === id)
      ? await store.findPlan(ctx.db, seller.owner, id)
      : undefined
    if (!plan) throw notFound('The package')
    const member = await findRow(ctx.db, 'member', { account_id: actor.accountId, id: actor.userId }, [
      'email',
    ])
    await notifySeller(ctx, sellerId, { plan, name, email: member?.email ?? '', note })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `package:${id}`, detail: { name: plan.name } })
  })
