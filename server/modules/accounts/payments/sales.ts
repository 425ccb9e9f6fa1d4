import type { Payment, PaymentEvent } from '#contract/accounts/payments.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import { findStripeConnection, showStripeStatus } from './connection-reads.ts'
import { countEvents, listEvents } from './events-store.ts'
import * as store from './payments-store.ts'
import type { EventRow } from './payments-tables.ts'
import { refundPaymentCredits } from './refund-credits.ts'

type SaleRow = NonNullable<Awaited<ReturnType<typeof store.findSale>>>

const presentSale = (row: SaleRow): Payment => ({
  id: row.id,
  vendor: row.vendor,
  external_id: row.external_id,
  customer: { id: row.account_id, name: row.customer },
  ...pick(
    row,
    'kind',
    'name',
    'amount_minor',
    'balance_minor',
    'refunded_minor',
    'fee_minor',
    'currency',
    'credits',
  ),
  owed_credits: row.owed - row.settled,
  state: row.state,
  paid_at: row.paid_at.toISOString(),
})

const presentEvent = (row: EventRow): PaymentEvent => ({
  id: row.event_id,
  vendor: row.vendor,
  type: row.type,
  received_at: row.received_at.toISOString(),
  outcome: row.outcome,
  detail: row.detail,
})

// A seller's payments and refunds.

/** Whose events: a seller's own, or everyone's for the installation's account. */
export const findSellerScope = async (ctx: Context, { accountId }: Actor) =>
  (await findPlatformId(ctx.db)) === accountId ? null : accountId

export async function listSales(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; customer_id?: number },
) {
  const { rows, total } = await store.listSales(ctx.db, actor.accountId, query)
  return pageReply(rows.map(presentSale), query, total)
}

export async function listPaymentEvents(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; outcome?: EventRow['outcome'] },
) {
  const { rows, total } = await listEvents(ctx.db, await findSellerScope(ctx, actor), query)
  return pageReply(rows.map(presentEvent), query, total)
}

export async function showPaymentStatus(ctx: Context, actor: Actor) {
  const { counts, lastAt } = await countEvents(ctx.db, await findSellerScope(ctx, actor))
  const connection = await findStripeConnection(ctx, actor.accountId)
  const open = await ctx.db
    .selectFrom('payment_difference')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', actor.accountId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    stripe: await showStripeStatus(ctx, actor.accountId),
    events: counts,
    last_event_at: lastAt?.toISOString() ?? null,
    reconciled_at: connection?.reconciled_at?.toISOString() ?? null,
    differences: open.n,
  }
}

/** Requests a refund from Stripe, before anything is written. @throws AppError not_found, conflict. */
export async function requestRefund(
  ctx: Context,
  actor: Actor,
  id: number,
  { amount_minor, refund_application_fee }: { amount_minor?: number; refund_application_fee: boolean },
): Promise<number> {
  const sale = await store.findSale(ctx.db, actor.accountId, id)
  if (!sale) throw notFound('The payment')
  if (sale.vendor !== 'stripe')
    throw conflict('Refund this payment at PayKickstart. The credits follow automatically')
  if (sale.amount_minor === 0)
    throw conflict('This was paid from the customer’s balance at Stripe. Change the balance there')
  const left = sale.amount_minor - sale.refunded_minor
  const amountMinor = amount_minor ?? left
  if (left === 0) throw conflict('This payment was already fully refunded')
  if (amountMinor < 1 || amountMinor > left)
    throw invalidField('amount_minor', 'Enter no more than what is left of the payment')
  await ctx.stripe
    .refund(sale.vendor_account, {
      intent: sale.external_id,
      amountMinor,
      refundApplicationFee: refund_application_fee,
      // A double click is one refund: both calls send the same previous amount.
      key: `refund:${sale.external_id}:${sale.refunded_minor}:${amountMinor}`,
    })
    .catch((error) => {
      throw stripeProblem(error)
    })
  return sale.refunded_minor + amountMinor
}

/** Records a completed refund. The vendor's event about it then changes nothing. */
export const recordRefund = (
  ctx: Context,
  actor: Actor,
  id: number,
  refundedMinor: number,
): Promise<Payment> =>
  transaction(ctx.db, async () => {
    const sale = await store.findSale(ctx.db, actor.accountId, id)
    if (!sale) throw notFound('The payment')
    const at = { vendor: sale.vendor, account: sale.vendor_account }
    await refundPaymentCredits(ctx, at, sale.external_id, refundedMinor)
    for (const accountId of [actor.accountId, sale.account_id].sort((a, b) => a - b))
      recordAudit(ctx.db, {
        accountId,
        subject: `payment:${id}`,
        detail: { amount: refundedMinor - sale.refunded_minor, currency: sale.currency },
      })
    return presentSale((await store.findSale(ctx.db, actor.accountId, id)) as SaleRow)
  })
