import { moneyText } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { CheckoutFacts, CustomerFacts, IntentFacts } from '#server/providers/payments/index.ts'
import { makeMoney, type SellerAt } from './apply-invoice.ts'
import { packPaid } from './apply-payments.ts'
import type { Handled } from './handled.ts'
import { noteProblem } from './note-problem.ts'
import { DONE, IGNORED, type Reader, readInOrder, readRefs, type Writing } from './object-reading.ts'
import { acceptProblem, closeProblems } from './problems-store.ts'
import { refundPaymentCredits } from './refund-credits.ts'
import { findCheckout, saveCustomer, updateCheckout } from './stripe-rows.ts'
import { syncSubscription } from './stripe-subscriptions.ts'

/** A pack or add-on whose session was paid as offered; else a difference is recorded and nothing granted. */
async function writeCheckout(
  ctx: Context,
  { sellerId, at }: SellerAt,
  session: CheckoutFacts,
  intent: IntentFacts | null,
  customer: CustomerFacts | null,
): Promise<Handled> {
  const offered = await findCheckout(ctx.db, sellerId, Number(session.metadata.checkout))
  if (!offered || (offered.external_id !== null && offered.external_id !== session.id))
    return { outcome: 'ignored', detail: 'Not sold here' }
  if (session.status === 'expired') {
    await updateCheckout(ctx.db, offered, { state: 'expired' })
    return DONE
  }
  const { customer_account_id: accountId } = offered
  if (!session.isPaid || intent?.status !== 'succeeded' || accountId === null)
    return { outcome: 'done', detail: 'Not paid yet' }
  const isRight =
    session.currency === offered.currency &&
    session.totalMinor - session.taxMinor === offered.amount_minor &&
    intent.currency === offered.currency &&
    intent.receivedMinor === session.totalMinor
  if (!isRight && !(await acceptProblem(ctx.db, sellerId, session.id))) {
    const message = `${offered.name} costs ${moneyText(offered.amount_minor, offered.currency)}, and ${moneyText(session.totalMinor, session.currency)} arrived. No credits were given`
    await noteProblem(ctx, {
      at,
      accountId: sellerId,
      kind: 'amount_differs',
      externalId: session.id,
      objectId: session.id,
      message,
    })
    return { outcome: 'done', detail: message }
  }
  await packPaid(ctx, {
    accountId,
    kind: offered.kind === 'add_on' ? 'add_on' : 'pack',
    name: offered.name,
    credits: offered.credits,
    money: makeMoney({ sellerId, at }, intent, session.taxMinor),
  })
  await closeProblems(ctx.db, sellerId, session.id)
  await updateCheckout(ctx.db, offered, { state: 'paid', external_id: session.id })
  if (customer) await saveCustomer(ctx.db, accountId, at, customer)
  if (intent.refundedMinor > 0) await refundPaymentCredits(ctx, at, intent.id, intent.refundedMinor)
  return DONE
}

/** Payment pages: a package's leads to its subscription, a pack's to its credits. */
export const readCheckout: Reader = async (ctx, seller, event, id) => {
  const subscription = readRefs(event).subscription
  return subscription ? syncSubscription(ctx, seller, subscription) : readSession(ctx, seller, id)
}

/** Reads a payment page at Stripe. @returns its effects. */
export function readSession(ctx: Context, seller: SellerAt, id: string): Promise<Writing> {
  const { account } = seller.at
  return readInOrder(ctx.db, seller.at, id, async () => {
    const session = await ctx.stripe.readCheckout(account, id)
    if (session.subscription) return syncSubscription(ctx, seller, session.subscription)
    if (!session.metadata.checkout) return IGNORED('Not sold here')
    const intent = session.intent ? await ctx.stripe.readIntent(account, session.intent) : null
    const customer = session.customer ? await ctx.stripe.readCustomer(account, session.customer) : null
    return () => writeCheckout(ctx, seller, session, intent, customer)
  })
}
