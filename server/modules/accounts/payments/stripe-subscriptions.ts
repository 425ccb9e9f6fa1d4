import type { BillingState } from '#contract/accounts/subscriptions.ts'
import type { Currency } from '#contract/core/money.ts'
import { countCouponUse, findPlanVersion } from '#server/modules/accounts/plans/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type {
  IntentFacts,
  InvoiceFacts,
  StripeGateway,
  SubscriptionFacts,
} from '#server/providers/payments/index.ts'
import type { PaymentEffects } from './apply-payments.ts'
import type { Handled } from './event-worker.ts'
import { mayWrite, wantObject } from './events-store.ts'
import { findPaidSubscription, lockPaidSubscription, savePaidSubscription } from './payments-store.ts'
import type { AtVendor, CheckoutRow, PaidSubscriptionRow, PriceRow } from './payments-tables.ts'
import {
  findCheckout,
  noteDifference,
  pricesAt,
  saveCustomer,
  updateCheckout,
  versionOfKey,
} from './stripe-rows.ts'

/** A seller's account at Stripe. */
export interface SellerAt {
  sellerId: number
  at: AtVendor
}
export interface SyncDeps {
  db: Db
  stripe: StripeGateway
  effects: PaymentEffects
}

/** A subscription as it was read, with its invoices and the payments of the paid ones. */
interface Read {
  subscription: SubscriptionFacts
  invoices: InvoiceFacts[]
  intents: Map<string, IntentFacts>
}

const STATES: Record<string, Exclude<BillingState, 'incomplete'> | undefined> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'cancelled',
  paused: 'paused',
}
const LATER: Handled = { outcome: 'done', detail: 'A later read was written' }
/** Reasons for which an invoice brings a period; what was invoiced by hand does not. */
const PERIOD_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update']

/** The periods that an invoice paid for: lines of our packages that are not parts of a time. */
const packageLines = (invoice: InvoiceFacts, prices: Map<string, PriceRow>) =>
  invoice.lines.flatMap((line) => {
    const price = line.price === null || line.isProration ? undefined : prices.get(line.price)
    const versionId = price && versionOfKey(price.key)
    return price && versionId !== null && versionId !== undefined ? [{ ...line, ours: price, versionId }] : []
  })

/** What was really paid of an invoice; null when money did not arrive through Stripe. */
function paidBy(invoice: InvoiceFacts, intents: Map<string, IntentFacts>): IntentFacts | null {
  const paid = invoice.intents
    .flatMap((id) => intents.get(id) ?? [])
    .filter(({ status }) => status === 'succeeded')
  const sum = paid.reduce((total, { receivedMinor }) => total + receivedMinor, 0)
  const [first] = paid
  if (!first || sum < invoice.totalMinor || paid.some(({ currency }) => currency !== invoice.currency))
    return null
  return { ...first, receivedMinor: sum }
}

/** Brings what is known of a subscription in step with Stripe: the same whichever event has caused the look. */
export function createSubscriptionSync({ db, stripe, effects }: SyncDeps) {
  async function read(at: AtVendor, id: string): Promise<Read> {
    const subscription = await stripe.readSubscription(at.account, id)
    const invoices = (await stripe.readInvoices(at.account, { subscription: id })).reverse()
    const intents = new Map<string, IntentFacts>()
    for (const intent of invoices.flatMap((invoice) => invoice.intents))
      intents.set(intent, await stripe.readIntent(at.account, intent))
    return { subscription, invoices, intents }
  }

  const nameOf = async (versionId: number) =>
    db
      .selectFrom('plan_version_info')
      .select(['name', 'credits', 'currency', 'price_minor'])
      .where('id', '=', versionId)
      .executeTakeFirstOrThrow()

  /** Writes what one paid invoice brings. @returns the account, or null when it brings nothing. */
  async function applyInvoice(
    { sellerId, at }: SellerAt,
    { subscription, intents }: Read,
    invoice: InvoiceFacts,
    checkout: CheckoutRow | undefined,
  ): Promise<number | null> {
    const prices = await pricesAt(
      db,
      at,
      invoice.lines.flatMap(({ price }) => price ?? []),
    )
    const [line] = packageLines(invoice, prices)
    if (!line || line.ours.account_id !== sellerId) return null
    const version = await nameOf(line.versionId)
    const isTrial = subscription.trial?.start.getTime() === line.start.getTime() && invoice.totalMinor === 0
    const intent = invoice.totalMinor === 0 ? null : paidBy(invoice, intents)
    const isRight =
      line.ours.currency === invoice.currency &&
      version.currency === invoice.currency &&
      (isTrial || line.amountMinor === line.ours.amount_minor)
    if (!isRight || (invoice.totalMinor > 0 && !intent)) {
      await noteDifference(db, {
        accountId: sellerId,
        kind: isRight ? 'payment_missing' : 'amount_differs',
        externalId: invoice.id,
        message: isRight
          ? `Invoice ${invoice.number ?? invoice.id} is paid without a payment through Stripe. No credits were given`
          : `Invoice ${invoice.number ?? invoice.id} has ${line.amountMinor} ${invoice.currency} for the package, which costs ${line.ours.amount_minor} ${line.ours.currency}. No credits were given`,
      })
      return null
    }
    const extra = invoice.lines.reduce(
      (sum, one) => sum + (one.price ? (prices.get(one.price)?.credits ?? 0) : 0),
      0,
    )
    const isFree = invoice.totalMinor === 0 && !isTrial
    const payer = checkout?.customer_account_id
      ? { accountId: checkout.customer_account_id }
      : buyerOf(subscription.customer)
    const { accountId } = await effects.packagePaid({
      at,
      sellerId,
      payer,
      subscription: subscription.id,
      versionId: line.versionId,
      name: version.name,
      // What costs nothing brings nothing, but for a trial.
      credits: isFree ? 0 : version.credits + extra,
      period: { start: line.start, end: line.end },
      isTrial,
      money: intent && {
        at,
        externalId: intent.id,
        sellerId,
        amountMinor: intent.receivedMinor,
        taxMinor: invoice.taxMinor,
        feeMinor: intent.feeMinor,
        currency: invoice.currency as Currency,
        paidAt: intent.createdAt,
      },
    })
    if (intent && intent.refundedMinor > 0) await effects.refunded(at, intent.id, intent.refundedMinor)
    return accountId
  }

  async function countCoupon(versionId: number | null, code: string): Promise<void> {
    const version = versionId === null ? undefined : await findPlanVersion(db, versionId)
    if (version) await countCouponUse(db, version.plan_id, code)
  }

  /** State, method and what is open, of a subscription whose account is known. */
  async function follow(known: PaidSubscriptionRow, facts: Read): Promise<void> {
    const { subscription, invoices } = facts
    const at: AtVendor = { vendor: known.vendor, account: known.vendor_account }
    const { account_id: accountId } = known
    const open = invoices.findLast(({ status }) => status === 'open')
    const state = STATES[subscription.status]
    const { created_at: _at, ...row } = known
    await savePaidSubscription(db, { ...row, state: subscription.status, pay_url: open?.url ?? null })
    const method = subscription.method ?? subscription.customer.method
    await saveCustomer(db, accountId, at, { id: subscription.customer.id, method })
    const current = await findPaidSubscription(db, accountId)
    // Of two living ones, the one that was there first counts.
    if (current && current.external_id !== known.external_id && state !== 'cancelled') return
    if (!state) return
    const isDue = state === 'past_due' || state === 'unpaid'
    await effects.follow({
      accountId,
      vendor: 'stripe',
      state,
      cancelAt: subscription.cancelAt,
      ...(isDue && open && { pastDueSince: open.createdAt }),
    })
    if (open && open.attempts > 0 && isDue)
      await effects.paymentFailed({
        accountId,
        key: `${open.id}:${open.attempts}`,
        amountMinor: open.totalMinor,
        currency: open.currency,
        payUrl: open.url,
      })
  }

  async function write(seller: SellerAt, facts: Read, mayGrant: boolean): Promise<Handled> {
    const { subscription, invoices } = facts
    const { at, sellerId } = seller
    const checkoutId = Number(subscription.metadata.checkout ?? Number.NaN)
    const checkout = Number.isSafeInteger(checkoutId)
      ? await findCheckout(db, sellerId, checkoutId)
      : undefined
    const before = await lockPaidSubscription(db, at, subscription.id)
    if (!checkout && !before) return { outcome: 'ignored', detail: 'Not sold here' }
    const customerId = before?.account_id ?? checkout?.customer_account_id
    if (!before && customerId) {
      const living = await findPaidSubscription(db, customerId)
      if (living && living.external_id !== subscription.id && STATES[subscription.status] !== 'cancelled')
        await noteDifference(db, {
          accountId: sellerId,
          kind: 'two_subscriptions',
          externalId: subscription.id,
          message: `The account has two subscriptions at Stripe, ${living.external_id} and ${subscription.id}. Cancel and refund one there`,
        })
    }
    const paid = invoices.filter(({ status, reason }) => status === 'paid' && PERIOD_REASONS.includes(reason))
    if (mayGrant) for (const invoice of paid) await applyInvoice(seller, facts, invoice, checkout)
    const known = await lockPaidSubscription(db, at, subscription.id)
    if (!known) return { outcome: 'done', detail: 'Nothing is paid yet' }
    if (checkout?.state === 'open') {
      await updateCheckout(db, checkout, { state: 'paid' })
      if (checkout.coupon) await countCoupon(checkout.plan_version_id, checkout.coupon)
    }
    await follow(known, facts)
    return { outcome: 'done' }
  }

  /**
   * Reads a subscription; what comes back writes it, unless a later read was written meanwhile. Without `mayGrant` its
   * state is written and no period is begun.
   */
  return async (seller: SellerAt, id: string, { mayGrant = true } = {}): Promise<() => Promise<Handled>> => {
    // A look that grants nothing must not take the place of one that does.
    const object = mayGrant ? id : `${id}:state`
    const seq = await wantObject(db, seller.at, object)
    const facts = await read(seller.at, id)
    return async () => ((await mayWrite(db, seller.at, object, seq)) ? write(seller, facts, mayGrant) : LATER)
  }
}

export type SyncSubscription = ReturnType<typeof createSubscriptionSync>

function buyerOf({ id, email, name }: SubscriptionFacts['customer']) {
  if (!email) throw new Error(`customer ${id} at Stripe has no email`)
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/)
  return { email, firstName: first, lastName: rest.join(' '), company: name?.trim() ?? '' }
}
