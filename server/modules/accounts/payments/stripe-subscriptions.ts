import type { BillingState } from '#contract/accounts/subscriptions.ts'
import { countCouponUse, findPlanVersion } from '#server/modules/accounts/plans/index.ts'
import { moveWithinPeriod } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { IntentFacts } from '#server/providers/payments/index.ts'
import { applyInvoice, getVersionName, type Read, type SellerAt } from './apply-invoice.ts'
import { paymentFailed } from './apply-payments.ts'
import { countsSubscription, followSubscription } from './counting.ts'
import { mayWrite, wantObject } from './events-store.ts'
import { type Handled, WAITS } from './handled.ts'
import { noteProblem } from './note-problem.ts'
import {
  findPaidSubscription,
  isEnded,
  lockPaidSubscription,
  savePaidSubscription,
} from './payments-store.ts'
import type { AtVendor, PaidSubscriptionRow } from './payments-tables.ts'
import { findCheckout, saveCustomer, updateCheckout } from './stripe-rows.ts'
import { readItems } from './subscription-items.ts'
import { endWaitingSale } from './waiting-sales.ts'

const STATES: Record<string, Exclude<BillingState, 'incomplete'> | undefined> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'cancelled',
  paused: 'paused',
}
const LATER: Handled = { outcome: 'done', detail: 'A later read was written' }
/** The first payment failed for good: its checkout no longer holds a coupon. */
const NEVER_PAID = ['incomplete_expired', 'canceled']
/** Reasons for which an invoice starts a period; manual invoices do not. */
const PERIOD_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update']

async function readSubscription(ctx: Context, at: AtVendor, id: string): Promise<Read> {
  const subscription = await ctx.stripe.readSubscription(at.account, id)
  const invoices = (await ctx.stripe.readInvoices(at.account, { subscription: id })).reverse()
  const intents = new Map<string, IntentFacts>()
  for (const intent of invoices.flatMap((invoice) => invoice.intents))
    intents.set(intent, await ctx.stripe.readIntent(at.account, intent))
  return { subscription, invoices, intents }
}

async function countCoupon(ctx: Context, versionId: number | null, code: string): Promise<void> {
  const version = versionId === null ? undefined : await findPlanVersion(ctx.db, versionId)
  if (version) await countCouponUse(ctx.db, version.plan_id, code)
}

/** State, method and open invoices of a subscription with a known account. */
async function followKnown(ctx: Context, known: PaidSubscriptionRow, facts: Read): Promise<void> {
  const { subscription, invoices } = facts
  const at: AtVendor = { vendor: known.vendor, account: known.vendor_account }
  const { account_id: accountId } = known
  const open = invoices.findLast(({ status }) => status === 'open')
  const state = STATES[subscription.status]
  const { created_at: _at, ...row } = known
  await savePaidSubscription(ctx.db, { ...row, state: subscription.status, pay_url: open?.url ?? null })
  const method = subscription.method ?? subscription.customer.method
  const isCounting = await countsSubscription(ctx, accountId, at, known.external_id)
  if (isCounting) await saveCustomer(ctx.db, accountId, at, { id: subscription.customer.id, method })
  if (!state) return
  const { versionId } = await readItems(ctx.db, at, subscription.items)
  // What we planned for the next period begins with its payment.
  const isNow = versionId !== null && !subscription.hasPendingUpdate && versionId !== known.next_version_id
  if (isCounting && isNow && (await moveWithinPeriod(ctx, accountId, versionId)))
    await savePaidSubscription(ctx.db, { ...row, state: subscription.status, plan_version_id: versionId })
  const isDue = state === 'past_due' || state === 'unpaid'
  await followSubscription(ctx, {
    at,
    subscription: known.external_id,
    accountId,
    state,
    cancelAt: subscription.cancelAt,
    ...(isDue && open && { pastDueSince: open.createdAt }),
  })
  if (isCounting && open && open.attempts > 0 && isDue)
    await paymentFailed(ctx, {
      accountId,
      cause: open.id,
      product: (await getVersionName(ctx, known.plan_version_id)).name,
      key: `${open.id}:${open.attempts}`,
      amountMinor: open.totalMinor,
      currency: open.currency,
      payUrl: open.url,
    })
}

async function writeSubscription(
  ctx: Context,
  seller: SellerAt,
  facts: Read,
  mayGrant: boolean,
): Promise<Handled> {
  const { subscription, invoices } = facts
  const { at, sellerId } = seller
  const checkoutId = Number(subscription.metadata.checkout ?? Number.NaN)
  const checkout = Number.isSafeInteger(checkoutId)
    ? await findCheckout(ctx.db, sellerId, checkoutId)
    : undefined
  const before = await lockPaidSubscription(ctx.db, at, subscription.id)
  if (!checkout && !before) return { outcome: 'ignored', detail: 'Not sold here' }
  const customerId = before?.account_id ?? checkout?.customer_account_id
  if (!before && customerId) {
    const active = await findPaidSubscription(ctx.db, customerId)
    if (active && active.external_id !== subscription.id && STATES[subscription.status] !== 'cancelled')
      await noteProblem(ctx, {
        at,
        accountId: sellerId,
        kind: 'two_subscriptions',
        externalId: subscription.id,
        objectId: subscription.id,
        message: `The account has two subscriptions at Stripe, ${active.external_id} and ${subscription.id}. Cancel and refund one there`,
      })
  }
  const paid = invoices.filter(({ status, reason }) => status === 'paid' && PERIOD_REASONS.includes(reason))
  if (mayGrant) for (const invoice of paid) await applyInvoice(ctx, seller, facts, { invoice, checkout })
  const known = await lockPaidSubscription(ctx.db, at, subscription.id)
  const sale = { sellerId, at, purchase: subscription.id }
  const isOver = isEnded({ state: subscription.status })
  const waits =
    !known && (await endWaitingSale(ctx, sale, (_row, now) => (isOver ? now : subscription.cancelAt)))
  if (!known && !waits) {
    if (checkout?.state === 'open' && NEVER_PAID.includes(subscription.status))
      await updateCheckout(ctx.db, checkout, { state: 'expired' })
    return { outcome: 'done', detail: 'Nothing is paid yet' }
  }
  // A page that was closed here may have been paid just before.
  if (checkout && checkout.state !== 'paid') {
    await updateCheckout(ctx.db, checkout, { state: 'paid' })
    if (checkout.coupon) await countCoupon(ctx, checkout.plan_version_id, checkout.coupon)
  }
  if (!known) return WAITS
  await followKnown(ctx, known, facts)
  return { outcome: 'done' }
}

/**
 * Reads a subscription at Stripe, the same for every event; the returned function stores it, unless a later read was
 * stored. Without `mayGrant` its state is stored and no period is started.
 */
export async function syncSubscription(
  ctx: Context,
  seller: SellerAt,
  id: string,
  { mayGrant = true } = {},
): Promise<() => Promise<Handled>> {
  // A read that grants nothing must not replace one that does.
  const object = mayGrant ? id : `${id}:state`
  const seq = await wantObject(ctx.db, seller.at, object)
  const facts = await readSubscription(ctx, seller.at, id)
  return async () =>
    (await mayWrite(ctx.db, seller.at, object, seq)) ? writeSubscription(ctx, seller, facts, mayGrant) : LATER
}
