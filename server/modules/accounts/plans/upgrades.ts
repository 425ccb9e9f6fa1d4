import type { Offer } from '#contract/accounts/sales.ts'
import { MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import { findBrandOfRealm } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow, getRow } from '#server/platform/db/rows.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { listPlanAddOns } from './offers-store.ts'
import * as store from './plans-store.ts'
import { presentOffer } from './present-plan.ts'
import { findWaysToBuy, listPublicPackages, notifySeller, packageRequestLimit } from './sales-page.ts'
import { findSeller, type SellingAccount } from './sellers.ts'

/** Packages a customer can change to: the seller's public ones that may be sold now. */
async function listOffers(ctx: Context, seller: SellingAccount, modules: readonly string[]) {
  const offers: (Offer & { adds: ModuleSlug[] })[] = []
  for (const { plan, version } of await listPublicPackages(ctx.db, seller)) {
    const adds = MODULES.filter((slug) => version.modules.includes(slug) && !modules.includes(slug))
    const checkout = await findWaysToBuy(ctx, seller.accountId, version)
    offers.push({ ...presentOffer(plan, version, await listPlanAddOns(ctx.db, plan.id)), adds, ...checkout })
  }
  return offers
}

const findOwnAccount = (ctx: Context, accountId: number) =>
  getRow(ctx.db, 'account_node', { id: accountId }, ['parent_id', 'modules', 'name', 'realm_id', 'access'])

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
  const offers = seller ? await listOffers(ctx, seller, modules) : []
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
    const offered = await listOffers(ctx, seller, modules)
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
