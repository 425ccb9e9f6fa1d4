import type { accountPayments } from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { findBrandOfAccount, findSellerId } from '#server/modules/accounts/accounts/index.ts'
import { findCurrentSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type InvoiceFacts, stripeProblem } from '#server/providers/payments/index.ts'
import { listAddOns } from './add-ons.ts'
import { findChargeableSeller } from './connection-reads.ts'
import { atStripe, updateConnection } from './connections-store.ts'
import { findPaidSubscription, owedBy } from './payments-store.ts'
import type { ConnectionRow, CustomerRow } from './payments-tables.ts'
import { showRechargeState } from './recharge.ts'
import { findCustomer } from './stripe-rows.ts'

type Shown = Reply<typeof accountPayments>['data']

const presentInvoice = (invoice: InvoiceFacts): Shown['invoices'][number] => ({
  number: invoice.number,
  state: invoice.status as Shown['invoices'][number]['state'],
  total_minor: invoice.totalMinor,
  currency: invoice.currency,
  created_at: invoice.createdAt.toISOString(),
  url: invoice.url,
  pdf: invoice.pdf,
})

const presentMethod = (customer: CustomerRow | undefined): Shown['method'] =>
  customer?.method_id
    ? {
        kind: customer.method_kind ?? 'card',
        brand: customer.brand,
        last4: customer.last4,
        expires: customer.expires_month?.toISOString().slice(0, 7) ?? null,
      }
    : null

// How an account pays, and its way to the Stripe portal.

async function findStripeCustomer(ctx: Context, accountId: number) {
  const sellerId = await findSellerId(ctx, accountId)
  const connection = sellerId === null ? undefined : await findChargeableSeller(ctx, sellerId)
  const customer = connection && (await findCustomer(ctx.db, accountId, atStripe(connection)))
  return { connection, customer }
}

async function openPortal(
  ctx: Context,
  accountId: number,
  connection: ConnectionRow,
  customer: CustomerRow,
): Promise<string> {
  const returnUrl = `${(await findBrandOfAccount(ctx, accountId)).url}/billing-portal`
  let configuration = connection.portal_configuration
  if (!configuration) {
    const key = `portal:${connection.account_id}:${connection.external_id}`
    configuration = await ctx.stripe.createPortalConfiguration(connection.external_id, returnUrl, key)
    await updateConnection(ctx.db, connection.account_id, { portal_configuration: configuration })
  }
  return ctx.stripe.createPortal(connection.external_id, {
    customer: customer.external_id,
    configuration,
    returnUrl,
  })
}

/** URL of the Stripe portal; null for an account without payments there, or while Stripe is unreachable. */
export async function findPortalUrl(ctx: Context, accountId: number): Promise<string | null> {
  const { connection, customer } = await findStripeCustomer(ctx, accountId)
  if (!connection || !customer) return null
  return openPortal(ctx, accountId, connection, customer).catch(() => null)
}

export async function showAccountPayments(ctx: Context, { accountId }: Actor): Promise<Shown> {
  const { connection, customer } = await findStripeCustomer(ctx, accountId)
  const [mine, current] = [
    await findPaidSubscription(ctx.db, accountId),
    await transaction(ctx.db, () => findCurrentSubscription(ctx, accountId)),
  ]
  const invoices =
    connection && customer
      ? await ctx.stripe
          .readInvoices(connection.external_id, { customer: customer.external_id })
          .catch(() => [])
      : []
  return {
    vendor: mine?.vendor ?? (connection ? 'stripe' : null),
    can_buy: connection !== undefined,
    pays: mine !== undefined,
    state: current?.state ?? null,
    period_end: current?.period_end?.toISOString() ?? null,
    cancel_at: current?.cancel_at?.toISOString() ?? null,
    pay_url: invoices.find(({ status }) => status === 'open')?.url ?? mine?.pay_url ?? null,
    invoices: invoices.map(presentInvoice),
    method: presentMethod(customer),
    add_ons:
      connection && mine?.vendor === 'stripe' && mine.vendor_account === connection.external_id
        ? await listAddOns(ctx, atStripe(connection), mine.external_id)
        : [],
    owed_credits: await owedBy(ctx.db, accountId),
    recharge: await showRechargeState(ctx, accountId, customer?.fingerprint ?? null),
  }
}

/** @throws AppError conflict, unavailable. */
export async function requestPortal(ctx: Context, { accountId }: Actor): Promise<{ url: string }> {
  const { connection, customer } = await findStripeCustomer(ctx, accountId)
  if (!connection || !customer) throw conflict('Nothing to show yet: you haven’t paid by card here')
  const url = await openPortal(ctx, accountId, connection, customer).catch((error) => {
    throw stripeProblem(error)
  })
  await transaction(ctx.db, async () => recordAudit(ctx.db, { accountId }))
  return { url }
}
