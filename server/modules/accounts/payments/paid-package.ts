import type { changePlan } from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { findSellerId } from '#server/modules/accounts/accounts/index.ts'
import { findPublicPackage, requireDeliverable } from '#server/modules/accounts/plans/index.ts'
import { schedulePlanChange, showChangeTerms } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import type { SellerAt } from './apply-invoice.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { abandonedSubscriptions, findPaidSubscription } from './payments-store.ts'
import { tellNextVersion } from './planned-versions.ts'
import { ensureVersionPrice } from './prices.ts'
import { type Cancellation, vendorCancel } from './signals.ts'
import { syncSubscription } from './stripe-subscriptions.ts'
import { readItems } from './subscription-items.ts'

type Change = Reply<typeof changePlan>

// Changes of paid subscriptions. We decide the rules, Stripe follows, and the package follows the payment.

/** What the account pays for, and where. @throws AppError conflict without a subscription here. */
export async function requirePaying(ctx: Context, accountId: number) {
  const mine = await findPaidSubscription(ctx.db, accountId)
  const sellerId = await findSellerId(ctx, accountId)
  const connection = sellerId === null ? undefined : await findChargeableSeller(ctx, sellerId)
  if (mine?.vendor !== 'stripe' || !connection || mine.vendor_account !== connection.external_id)
    throw conflict('You don’t pay for a package by card. Ask your provider')
  return {
    mine,
    connection,
    seller: {
      sellerId: connection.account_id,
      at: { vendor: 'stripe' as const, account: mine.vendor_account },
    },
  }
}

export const withStripeProblems = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error) => {
    throw stripeProblem(error)
  })

/** Reads a subscription again and stores its state. */
export async function syncNow(ctx: Context, seller: SellerAt, id: string): Promise<void> {
  await transaction(ctx.db, await syncSubscription(ctx, seller, id))
}

/** @throws AppError not_found, conflict for a declined card: the old package stays. */
export async function changePaidPackage(ctx: Context, actor: Actor, packageId: number): Promise<Change> {
  const { accountId, userId } = actor
  const { mine, connection, seller } = await requirePaying(ctx, accountId)
  const { plan, version } = await findPublicPackage(ctx.db, connection.account_id, packageId)
  if (version.price_minor === 0) throw conflict('This package is free. Cancel the one you pay for instead')
  const now = ctx.clock.now()
  const { row, terms } = await transaction(ctx.db, () => showChangeTerms(ctx, accountId, version.id, now))
  if (terms.newCycle && terms.rule === 'now')
    await requireDeliverable(ctx, connection.account_id, version.free_credits)
  if (row.state !== 'active' && row.state !== 'trialing')
    throw conflict('Pay your open invoice before you change the package')
  const facts = await withStripeProblems(ctx.stripe.readSubscription(seller.at.account, mine.external_id))
  const { item, addOns } = await readItems(ctx.db, seller.at, facts.items)
  if (!item) throw conflict('The subscription has nothing to change')
  const other = addOns.find(({ period }) => period !== version.period)
  if (other)
    throw conflict(`${other.name} is paid per ${other.period}. End it before you change to this package`)
  if (facts.hasPendingUpdate)
    throw conflict('A change is waiting for payment. Pay it, or wait: it expires after 23 hours')
  const price = await withStripeProblems(ensureVersionPrice(ctx, connection, { ...version, name: plan.name }))
  const key = `change:${mine.external_id}:${row.period_start?.toISOString()}:${version.id}:${item.price}`
  const change = { subscription: mine.external_id, item: item.id, price: price.external_id, key }
  const audit = () => recordAudit(ctx.db, { accountId, detail: { package: plan.name, rule: terms.rule } })
  if (terms.rule === 'period_end' || row.plan_version_id === version.id) {
    await transaction(ctx.db, async () => {
      audit()
      await schedulePlanChange(ctx, accountId, { toVersionId: version.id, userId, now })
    })
    await withStripeProblems(tellNextVersion(ctx, accountId))
    const isBack = row.plan_version_id === version.id
    const message = isBack ? `You stay on ${plan.name}` : `${plan.name} begins with your next period`
    return { data: { result: isBack ? 'applied' : 'scheduled', url: null }, message }
  }
  // A trial is not charged. Credits of another package start at once at its full price; without credits
  // the difference is prorated. Nothing changes until that is paid.
  if (row.state === 'trialing') {
    await withStripeProblems(ctx.stripe.setNextPrice(seller.at.account, change))
    await syncNow(ctx, seller, mine.external_id)
    await transaction(ctx.db, async () => audit())
    return { data: { result: 'applied', url: null }, message: `You are on ${plan.name} now` }
  }
  const { newCycle } = terms
  const changed = await withStripeProblems(ctx.stripe.changePrice(seller.at.account, { ...change, newCycle }))
  await syncNow(ctx, seller, mine.external_id)
  await transaction(ctx.db, async () => audit())
  if (changed.subscription.hasPendingUpdate) {
    const message = `Confirm the payment to change to ${plan.name}. Until then your package stays as it is`
    return { data: { result: 'payment_needed', url: changed.invoice?.url ?? null }, message }
  }
  return { data: { result: 'applied', url: null }, message: `You are on ${plan.name} now` }
}

/** Closed accounts are no longer charged. */
export async function endAbandonedSubscriptions(ctx: Context): Promise<void> {
  if (!ctx.stripe.isOn) return
  await forEachItem(
    'subscriptions',
    await abandonedSubscriptions(ctx.db),
    async ({ account, sellerId, id }) => {
      await ctx.stripe.cancelNow(account, id)
      await syncNow(ctx, { sellerId, at: { vendor: 'stripe', account } }, id)
    },
  )
}

async function cancelAtStripe(ctx: Context, actor: Actor, undo: boolean): Promise<Cancellation> {
  const { accountId } = actor
  const { mine, seller } = await requirePaying(ctx, accountId)
  const facts = await withStripeProblems(ctx.stripe.setCancel(seller.at.account, mine.external_id, !undo))
  await syncNow(ctx, seller, mine.external_id)
  await transaction(ctx.db, async () =>
    recordAudit(ctx.db, { accountId, detail: { action: undo ? 'undo_cancel' : 'cancel' } }),
  )
  const cancel_at = facts.cancelAt?.toISOString() ?? null
  const message = undo
    ? 'Your package continues'
    : 'Your package ends with its period. You can undo this until then'
  return { data: { cancel_at }, message }
}

/** Ends the package with its period, or with `undo` keeps it. @throws AppError conflict, unavailable. */
export const cancelPaidPackage = async (ctx: Context, actor: Actor, undo: boolean): Promise<Cancellation> =>
  (await vendorCancel.ask(ctx, { actor, undo })) ?? cancelAtStripe(ctx, actor, undo)
