import { type Currency, moneyText } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import { getRow } from '#server/platform/db/rows.ts'
import type { IntentFacts, InvoiceFacts, SubscriptionFacts } from '#server/providers/payments/index.ts'
import { parseName } from '#server/website-reader/index.ts'
import { differencePaid, packagePaid } from './apply-payments.ts'
import { noteProblem } from './note-problem.ts'
import type { Money } from './payment-facts.ts'
import type { AtVendor, CheckoutRow, PriceRow } from './payments-tables.ts'
import { acceptProblem, closeProblems } from './problems-store.ts'
import { refundPaymentCredits } from './refund-credits.ts'
import { pricesAt, versionOfKey } from './stripe-rows.ts'

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

/** Lines of a seller's packages; a proration is the difference of a change. */
const packageLines = (invoice: InvoiceFacts, prices: Map<string, PriceRow>, sellerId: number) =>
  invoice.lines.flatMap((line) => {
    const price = line.price === null ? undefined : prices.get(line.price)
    const versionId = price && versionOfKey(price.key)
    return price?.account_id === sellerId && versionId ? [{ ...line, ours: price, versionId }] : []
  })

/** The add-ons' credits of an invoice: each comes with its full price, or with the package in a trial. */
const extraCredits = ({ lines }: InvoiceFacts, prices: Map<string, PriceRow>, isTrial: boolean): number =>
  lines.reduce((sum, { price, isProration, amountMinor }) => {
    const ours = price === null ? undefined : prices.get(price)
    const isPaid = ours && !isProration && (isTrial || amountMinor >= ours.amount_minor)
    return sum + (isPaid ? ours.credits : 0)
  }, 0)

/** How a paid invoice was settled: by payments, from the customer's balance, or both. */
type Settlement = { intent: IntentFacts | null; balanceMinor: number }

/** Null if what was due did not arrive through Stripe. */
function findSettlement(invoice: InvoiceFacts, intents: Map<string, IntentFacts>): Settlement | null {
  if (invoice.dueMinor === 0) return { intent: null, balanceMinor: Math.max(0, invoice.totalMinor) }
  const paid = invoice.intents
    .flatMap((id) => intents.get(id) ?? [])
    .filter(({ status }) => status === 'succeeded')
  const sum = paid.reduce((total, { receivedMinor }) => total + receivedMinor, 0)
  const [first] = paid
  if (!first || sum < invoice.dueMinor || paid.some(({ currency }) => currency !== invoice.currency))
    return null
  return { intent: { ...first, receivedMinor: sum }, balanceMinor: invoice.totalMinor - sum }
}

function readBuyer({ id, email, name }: SubscriptionFacts['customer']) {
  if (!email) throw new Error(`customer ${id} at Stripe has no email`)
  const { first, middle, last } = parseName(name ?? '')
  return {
    email,
    firstName: first,
    lastName: [...middle, last].join(' ').trim(),
    company: name?.trim() ?? '',
  }
}

/** Maps a Stripe payment to our own fields. */
export const makeMoney = ({ sellerId, at }: SellerAt, intent: IntentFacts, taxMinor: number): Money => ({
  at,
  externalId: intent.id,
  sellerId,
  amountMinor: intent.receivedMinor,
  taxMinor,
  feeMinor: intent.feeMinor,
  currency: intent.currency as Currency,
  paidAt: intent.createdAt,
})

export const getVersionName = async (ctx: Context, versionId: number) =>
  getRow(ctx.db, 'plan_version_info', { id: versionId }, ['name', 'credits'])

/** What arrived for an invoice; null for nothing. One settled from the balance alone has the invoice's own id. */
function moneyOfInvoice(seller: SellerAt, invoice: InvoiceFacts, settled: Settlement): Money | null {
  const { intent, balanceMinor } = settled
  if (intent) return { ...makeMoney(seller, intent, invoice.taxMinor), balanceMinor }
  if (balanceMinor === 0) return null
  return {
    at: seller.at,
    externalId: invoice.id,
    sellerId: seller.sellerId,
    amountMinor: 0,
    balanceMinor,
    taxMinor: invoice.taxMinor,
    feeMinor: null,
    currency: invoice.currency as Currency,
    paidAt: invoice.createdAt,
  }
}

/** Why an invoice gives nothing; null for one that is right. */
function findProblem(
  invoice: InvoiceFacts,
  line: { amountMinor: number; ours: PriceRow },
  { isTrial, isSettled }: { isTrial: boolean; isSettled: boolean },
) {
  const name = `Invoice ${invoice.number ?? invoice.id}`
  const isRight =
    line.ours.currency === invoice.currency && (isTrial || line.amountMinor === line.ours.amount_minor)
  if (!isRight)
    return {
      kind: 'amount_differs' as const,
      message: `${name} has ${moneyText(line.amountMinor, invoice.currency)} for the package, which costs ${moneyText(line.ours.amount_minor, line.ours.currency)}. No credits were given`,
    }
  if (isSettled) return null
  return {
    kind: 'payment_missing' as const,
    message: `${name} is paid without a payment through Stripe. No credits were given`,
  }
}

/**
 * Records the effects of one paid invoice: credits follow what was bought and settled, whether a card, a balance or
 * a coupon paid it.
 * @returns the account, or null when there are none.
 */
export async function applyInvoice(
  ctx: Context,
  seller: SellerAt,
  { subscription, intents }: Read,
  { invoice, checkout }: { invoice: InvoiceFacts; checkout: CheckoutRow | undefined },
): Promise<number | null> {
  const { sellerId, at } = seller
  const prices = await pricesAt(
    ctx.db,
    at,
    invoice.lines.flatMap(({ price }) => price ?? []),
  )
  const lines = packageLines(invoice, prices, sellerId)
  const line = lines.find(({ isProration }) => !isProration)
  const settled = findSettlement(invoice, intents)
  const money = settled && moneyOfInvoice(seller, invoice, settled)
  const [changed] = lines.filter(({ amountMinor }) => amountMinor > 0)
  if (!line) {
    if (!changed || !money) return null
    const { name } = await getVersionName(ctx, changed.versionId)
    const { id } = subscription
    await differencePaid(ctx, { at, subscription: id, versionId: changed.versionId, name, money })
    return null
  }
  // In a trial the package costs nothing yet; one-time prices such as a set-up fee are on its invoice.
  const isTrial = subscription.trial?.start.getTime() === line.start.getTime() && line.amountMinor === 0
  const problem = findProblem(invoice, line, { isTrial, isSettled: settled !== null })
  if (problem && !(await acceptProblem(ctx.db, sellerId, invoice.id))) {
    await noteProblem(ctx, {
      at,
      accountId: sellerId,
      externalId: invoice.id,
      objectId: subscription.id,
      ...problem,
    })
    return null
  }
  const version = await getVersionName(ctx, line.versionId)
  const payer = checkout?.customer_account_id
    ? { accountId: checkout.customer_account_id }
    : readBuyer(subscription.customer)
  const { accountId } = await packagePaid(ctx, {
    at,
    sellerId,
    payer,
    subscription: subscription.id,
    versionId: line.versionId,
    name: version.name,
    credits: version.credits + extraCredits(invoice, prices, isTrial),
    period: { start: line.start, end: line.end },
    isTrial,
    isFee: isTrial,
    state: subscription.status,
    money,
  })
  await closeProblems(ctx.db, sellerId, invoice.id)
  const intent = settled?.intent
  if (intent && intent.refundedMinor > 0) await refundPaymentCredits(ctx, at, intent.id, intent.refundedMinor)
  return accountId
}
