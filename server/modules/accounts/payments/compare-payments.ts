import type { Context } from '#server/platform/context.ts'
import { findRow, updateRows } from '#server/platform/db/rows.ts'
import type { IntentFacts } from '#server/providers/payments/index.ts'
import { atStripe } from './connections-store.ts'
import type { ConnectionRow } from './payments-tables.ts'
import { customerById } from './stripe-rows.ts'

/** A difference of money. */
export type Found = {
  kind: 'payment_missing' | 'amount_differs' | 'refund_differs'
  external_id: string
  message: string
}

const LOOK_BACK_MS = 3 * 24 * 60 * 60_000

/** Amounts on which a Stripe payment and ours must agree. */
const compare = (
  intent: IntentFacts,
  ours: { amount_minor: number; refunded_minor: number; currency: string } | undefined,
): Found | null => {
  const found = (kind: Found['kind'], message: string): Found => ({ kind, external_id: intent.id, message })
  if (!ours)
    return found(
      'payment_missing',
      `${intent.receivedMinor} ${intent.currency} arrived at Stripe and not here`,
    )
  if (ours.amount_minor !== intent.receivedMinor || ours.currency !== intent.currency)
    return found(
      'amount_differs',
      `Stripe has ${intent.receivedMinor} ${intent.currency}, and here it is ${ours.amount_minor} ${ours.currency}`,
    )
  if (ours.refunded_minor !== intent.refundedMinor)
    return found(
      'refund_differs',
      `Stripe has refunded ${intent.refundedMinor}, and here it is ${ours.refunded_minor} ${ours.currency}`,
    )
  return null
}

/** Compares recent Stripe payments with ours; missing ones grant nothing. */
export async function comparePayments(
  ctx: Context,
  connection: ConnectionRow,
): Promise<{ checked: number; found: Found[] }> {
  const at = atStripe(connection)
  const from =
    (connection.reconciled_at ?? connection.connected_at ?? ctx.clock.now()).getTime() - LOOK_BACK_MS
  const found: Found[] = []
  const intents = await ctx.stripe.readIntentsSince(at.account, new Date(from))
  for (const intent of intents) {
    if (intent.status !== 'succeeded') continue
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
    const difference = isOurs ? compare(intent, ours) : null
    if (difference) found.push(difference)
    if (ours && ours.fee_minor === null && intent.feeMinor !== null)
      await updateRows(
        ctx.db,
        'payment',
        { account_id: ours.account_id, id: ours.id },
        { fee_minor: intent.feeMinor },
      )
  }
  return { checked: intents.length, found }
}
