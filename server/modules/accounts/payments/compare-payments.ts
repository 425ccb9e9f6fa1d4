import type { ProblemKind } from '#contract/accounts/payment-checks.ts'
import { moneyText } from '#contract/core/money.ts'
import type { Context } from '#server/platform/context.ts'
import { findRow, updateRows } from '#server/platform/db/rows.ts'
import type { IntentFacts } from '#server/providers/payments/index.ts'
import { atStripe } from './connections-store.ts'
import type { AtVendor, ConnectionRow } from './payments-tables.ts'
import { openIntents } from './problems-store.ts'
import { customerById } from './stripe-rows.ts'

/** A difference of money. */
type Found = { kind: ProblemKind; externalId: string; objectId: string; message: string }

const LOOK_BACK_MS = 3 * 24 * 60 * 60_000

/** Amounts on which a Stripe payment and ours must agree. */
const compare = (
  intent: IntentFacts,
  ours: { amount_minor: number; refunded_minor: number; currency: string } | undefined,
): Found | null => {
  const found = (kind: Found['kind'], message: string): Found => ({
    kind,
    externalId: intent.id,
    objectId: intent.id,
    message,
  })
  if (!ours)
    return found(
      'payment_missing',
      `${moneyText(intent.receivedMinor, intent.currency)} arrived at Stripe and not here`,
    )
  if (ours.amount_minor !== intent.receivedMinor || ours.currency !== intent.currency)
    return found(
      'amount_differs',
      `Stripe has ${moneyText(intent.receivedMinor, intent.currency)}, and here it is ${moneyText(ours.amount_minor, ours.currency)}`,
    )
  if (ours.refunded_minor !== intent.refundedMinor)
    return found(
      'refund_differs',
      `Stripe has refunded ${moneyText(intent.refundedMinor, intent.currency)}, and here it is ${moneyText(ours.refunded_minor, ours.currency)}`,
    )
  return null
}

/** Compares one Stripe payment with ours; null where they agree or it isn’t ours. */
export async function comparePayment(ctx: Context, at: AtVendor, intent: IntentFacts): Promise<Found | null> {
  if (intent.status !== 'succeeded') return null
  const ours = await findRow(ctx.db, 'payment', {
    vendor: at.vendor,
    vendor_account: at.account,
    external_id: intent.id,
  })
  // The Stripe account may sell other things, too.
  const isOurs =
    ours !== undefined ||
    intent.metadata.checkout !== undefined ||
    intent.metadata.recharge !== undefined ||
    (intent.customer !== null && (await customerById(ctx.db, at, intent.customer)) !== undefined)
  if (ours && ours.fee_minor === null && intent.feeMinor !== null)
    await updateRows(
      ctx.db,
      'payment',
      { account_id: ours.account_id, id: ours.id },
      { fee_minor: intent.feeMinor },
    )
  return isOurs ? compare(intent, ours) : null
}

/** Compares Stripe payments with ours, recent ones and those with an open problem; missing ones grant nothing. */
export async function comparePayments(
  ctx: Context,
  connection: ConnectionRow,
): Promise<{ checked: string[]; found: Found[] }> {
  const at = atStripe(connection)
  const from =
    (connection.reconciled_at ?? connection.connected_at ?? ctx.clock.now()).getTime() - LOOK_BACK_MS
  const intents = await ctx.stripe.readIntentsSince(at.account, new Date(from))
  const known = new Set(intents.map(({ id }) => id))
  for (const id of await openIntents(ctx.db, connection.account_id))
    if (!known.has(id)) intents.push(await ctx.stripe.readIntent(at.account, id))
  const found: Found[] = []
  for (const intent of intents) {
    const difference = await comparePayment(ctx, at, intent)
    if (difference) found.push(difference)
  }
  return { checked: intents.map(({ id }) => id), found }
}
