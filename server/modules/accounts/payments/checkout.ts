import type { buy } from '#contract/accounts/payments.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { findBrandOfAccount, findSellerId } from '#server/modules/accounts/accounts/index.ts'
import { findPublicPackage, findUndeliverable } from '#server/modules/accounts/plans/index.ts'
import { findBuyer } from '#server/modules/accounts/subscriptions/index.ts'
import { findBrand, findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import type { Session } from './checkout-session.ts'
import { createAddOnsSession, createPackSession } from './credits-session.ts'
import { openCheckout } from './open-checkout.ts'
import { createPackageSession } from './package-session.ts'
import { findPaidSubscription } from './payments-store.ts'
import { checkoutsToCheck, openCheckouts, updateCheckout } from './stripe-rows.ts'

const DAY = 24 * 60 * 60_000

type Body = ParsedInput<typeof buy>['body']
// Stripe pages for packages, add-ons and packs. The offer is recorded first.

async function withStripeProblems(work: () => Promise<{ url: string }>) {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? error : stripeProblem(error)
  }
}

async function makeSession(ctx: Context, actor: Actor, sellerId: number, body: Body): Promise<Session> {
  if (body.kind === 'pack') return createPackSession(ctx, sellerId, actor.accountId, body.pack_id)
  if (body.kind === 'add_ons') return createAddOnsSession(ctx, sellerId, actor.accountId, body.add_ons)
  if (await findPaidSubscription(ctx.db, actor.accountId))
    throw conflict('You already pay for a package. Change it instead')
  const { plan, version } = await findPublicPackage(ctx.db, sellerId, body.package_id)
  const member = await findRow(ctx.db, 'member', { account_id: actor.accountId, id: actor.userId }, ['email'])
  if (!member) throw notFound('The account')
  return createPackageSession(
    ctx,
    { ...version, name: plan.name },
    {
      sellerId,
      customerId: actor.accountId,
      email: member.email,
      couponCode: body.coupon,
      addOns: body.add_ons,
      origin: (await findBrandOfAccount(ctx, actor.accountId)).url,
      backTo: actor.access === 'locked' ? '/account-locked' : '/whitelabel/upgrade',
    },
  )
}

/** Refusals tell that somebody has an account: few of them for each network address. */
const knownBuyerLimit = defineRateLimit({ name: 'checkout-known', points: 10, seconds: 60 * 60 })

/** For someone without an account, from a public page. @throws AppError not_found, conflict, unavailable. */
export const checkOutAsStranger = (
  ctx: Context,
  from: { host: string; ip: string },
  id: number,
  input: { coupon?: string; add_ons: string[]; email: string },
) =>
  withStripeProblems(async () => {
    const site = await findSiteOfHost(ctx, from.host)
    const { seller, plan, version } = await findPublicPackage(ctx.db, site?.account_id ?? null, id)
    if (await findBuyer(ctx, seller.accountId, input.email)) {
      await knownBuyerLimit.consume(ctx, from.ip)
      throw conflict('You already have an account with this email. Sign in to buy or change a package')
    }
    const wanted = {
      sellerId: seller.accountId,
      customerId: null,
      email: input.email,
      couponCode: input.coupon,
      addOns: input.add_ons,
      origin: (await findBrand(ctx, site?.id ?? null)).url,
      backTo: `/packages/${id}`,
    }
    return openCheckout(ctx, await createPackageSession(ctx, { ...version, name: plan.name }, wanted))
  })

/** For an account. @throws AppError not_found, conflict, unavailable. */
export const checkOutAsAccount = (ctx: Context, actor: Actor, body: Body) =>
  withStripeProblems(async () => {
    const sellerId = await findSellerId(ctx, actor.accountId)
    if (sellerId === null) throw conflict('This account runs the installation, so it can’t buy packages')
    const session = await makeSession(ctx, actor, sellerId, body)
    const page = await openCheckout(ctx, session)
    await transaction(ctx.db, async () =>
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        detail: {
          name: session.row.name,
          amount: session.row.amount_minor,
          currency: session.row.currency,
        },
      }),
    )
    return page
  })

/** Open pages that can't be sold any more: of packages no longer on sale, and for which the seller has too few credits. */
async function findUnsellable(ctx: Context) {
  const rows = await openCheckouts(ctx.db)
  const undeliverable = await findUndeliverable(ctx, rows)
  return rows.filter((row) => row.is_outdated || undeliverable.has(row))
}

/** Closes pages that can't be sold any more; one paid in the meantime stays paid. */
export async function expireOutdatedCheckouts(ctx: Context): Promise<void> {
  if (!ctx.stripe.isOn) return
  await forEachItem(
    'checkouts',
    await findUnsellable(ctx),
    async (row) => {
      await ctx.stripe.expireCheckout(row.vendor_account, row.external_id as string).catch((error) => {
        if (stripeProblem(error).code === 'unavailable') throw error
      })
      await updateCheckout(ctx.db, row, { state: 'expired' })
    },
    { nameItem: ({ external_id }) => external_id as string },
  )
}

/** Releases the coupons of pages that were abandoned, if no event has. */
export async function releaseAbandonedCoupons(ctx: Context): Promise<void> {
  if (!ctx.stripe.isOn) return
  const now = ctx.clock.now()
  await forEachItem('checkouts', await checkoutsToCheck(ctx.db, now), async (row) => {
    const isOver =
      // Nobody has got its address.
      row.external_id === null ||
      (await ctx.stripe.readCheckout(row.vendor_account, row.external_id).then(
        ({ status }) => status === 'expired',
        () => false,
      ))
    // A payment that takes days keeps it.
    await updateCheckout(
      ctx.db,
      row,
      isOver ? { state: 'expired' } : { check_at: new Date(now.getTime() + DAY) },
    )
  })
}
