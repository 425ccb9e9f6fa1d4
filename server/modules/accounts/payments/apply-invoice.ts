import type { Currency } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import { getRow } from '#server/platform/db/rows.ts'
import type { IntentFacts, InvoiceFacts, SubscriptionFacts } from '#server/providers/payments/index.ts'
import { packagePaid } from './apply-payments.ts'
import type { Money } from './payment-facts.ts'
import type { AtVendor, CheckoutRow, PriceRow } from './payments-tables.ts'
import { refundPaymentCredits } from './refund-credits.ts'
import { noteDifference, pricesAt, versionOfKey } from './stripe-rows.ts'

export interface SellerAt {
  sellerId: number
  at: AtVendor
}

/** A subscription with its invoices and the payments of the paid ones. */
export interface Read {
  subscription: SubscriptionFacts
  invoices: InvoiceFacts[]
  intents: Map<string, IntentFacts>
}

/** The periods paid by an invoice: lines of our packages without prorations. */
const packageLines = (invoice: InvoiceFacts, prices: Map<string, PriceRow>) =>
  invoice.lines.flatMap((line) => {
    const price = line.price === null || line.isProration ? undefined : prices.get(line.price)
    const versionId = price && versionOfKey(price.key)
    return price && versionId !== null && versionId !== undefined ? [{ ...line, ours: price, versionId }] : []
  })

/** The amount paid of an invoice; null if no money arrived through Stripe. */
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

function buyerOf({ id, email, name }: SubscriptionFacts['customer']) {
  if (!email) throw new Error(`customer ${id} at Stripe has no email`)
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/)
  return { email, firstName: first, lastName: rest.join(' '), company: name?.trim() ?? '' }
}

/** Maps a Stripe payment to our own fields. */
export const moneyOf = ({ sellerId, at }: SellerAt, intent: IntentFacts, taxMinor: number): Money => ({
  at,
  externalId: intent.id,
  sellerId,
  amountMinor: intent.receivedMinor,
  taxMinor,
  feeMinor: intent.feeMinor,
  currency: intent.currency as Currency,
  paidAt: intent.createdAt,
})

const nameOf = async (ctx: Context, versionId: number) =>
  getRow(ctx.db, 'plan_version_info', { id: versionId }, ['name', 'credits'])

/** Records the effects of one paid invoice. @returns the account, or null when there are none. */
export async function applyInvoice(
  ctx: Context,
  { sellerId, at }: SellerAt,
  { subscription, intents }: Read,
  invoice: InvoiceFacts,
  checkout: CheckoutRow | undefined,
): Promise<number | null> {
  const prices = await pricesAt(
    ctx.db,
    at,
    invoice.lines.flatMap(({ price }) => price ?? []),
  )
  const [line] = packageLines(invoice, prices)
  if (!line || line.ours.account_id !== sellerId) return null
  const version = await nameOf(ctx, line.versionId)
  const isTrial = subscription.testSend?.start.getTime() === line.start.getTime() && invoice.totalMinor === 0
  const intent = invoice.totalMinor === 0 ? null : paidBy(invoice, intents)
  const isRight =
    line.ours.currency === invoice.currency && (isTrial || line.amountMinor === line.ours.amount_minor)
  if (!isRight || (invoice.totalMinor > 0 && !intent)) {
    await noteDifference(ctx.db, {
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
    (sum, line) => sum + (line.price ? (prices.get(line.price)?.credits ?? 0) : 0),
    0,
  )
  const isFree = invoice.totalMinor === 0 && !isTrial
  const payer = checkout?.customer_account_id
    ? { accountId: checkout.customer_account_id }
    : buyerOf(subscription.customer)
  const { accountId } = await packagePaid(ctx, {
    at,
    sellerId,
    payer,
    subscription: subscription.id,
    versionId: line.versionId,
    name: version.name,
    // A free invoice has no effect, except for a trial.
    credits: isFree ? 0 : version.credits + extra,
    period: { start: line.start, end: line.end },
    isTrial,
    state: subscription.status,
    money: intent && moneyOf({ sellerId, at }, intent, invoice.taxMinor),
  })
  if (intent && intent.refundedMinor > 0) await refundPaymentCredits(ctx, at, intent.id, intent.refundedMinor)
  return accountId
}
