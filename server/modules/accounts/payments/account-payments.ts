import type { accountPayments } from '#contract/accounts/payments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type InvoiceFacts, type StripeGateway, stripeProblem } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import { atOf, updateConnection } from './connections-store.ts'
import { findPaidSubscription, owedBy } from './payments-store.ts'
import type { ConnectionRow, CustomerRow } from './payments-tables.ts'
import type { Recharges } from './recharge-service.ts'
import { findCustomer } from './stripe-rows.ts'

export interface AccountPaymentsDeps {
  db: Db
  stripe: StripeGateway
  connections: Pick<Connections, 'chargeable'>
  paid: Pick<PaidSubscriptions, 'current'>
  recharges: Pick<Recharges, 'stateOf'>
  sellerOf(accountId: number): Promise<number | null>
  originOf(accountId: number): Promise<string>
}

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

const methodOf = (customer: CustomerRow | undefined): Shown['method'] =>
  customer?.method_id
    ? {
        kind: customer.method_kind ?? 'card',
        brand: customer.brand,
        last4: customer.last4,
        expires: customer.expires_month?.toISOString().slice(0, 7) ?? null,
      }
    : null

/** How an account pays, and its way to the Stripe portal. */
export function createAccountPayments(deps: AccountPaymentsDeps) {
  const { db, stripe, connections, paid, recharges } = deps

  async function partsOf(accountId: number) {
    const sellerId = await deps.sellerOf(accountId)
    const connection = sellerId === null ? undefined : await connections.chargeable(sellerId)
    const customer = connection && (await findCustomer(db, accountId, atOf(connection)))
    return { connection, customer }
  }

  async function portalOf(
    accountId: number,
    connection: ConnectionRow,
    customer: CustomerRow,
  ): Promise<string> {
    const returnUrl = `${await deps.originOf(accountId)}/billing-portal`
    let configuration = connection.portal_configuration
    if (!configuration) {
      const key = `portal:${connection.account_id}:${connection.external_id}`
      configuration = await stripe.createPortalConfiguration(connection.external_id, returnUrl, key)
      await updateConnection(db, connection.account_id, { portal_configuration: configuration })
    }
    return stripe.createPortal(connection.external_id, {
      customer: customer.external_id,
      configuration,
      returnUrl,
    })
  }

  /** URL of the Stripe portal; null for an account without payments there, or while Stripe is unreachable. */
  async function portalUrlFor(accountId: number): Promise<string | null> {
    const { connection, customer } = await partsOf(accountId)
    if (!connection || !customer) return null
    return portalOf(accountId, connection, customer).catch(() => null)
  }

  return {
    portalUrlFor,

    async show({ accountId }: Actor): Promise<Shown> {
      const { connection, customer } = await partsOf(accountId)
      const [mine, current] = [
        await findPaidSubscription(db, accountId),
        await transaction(db, () => paid.current(accountId)),
      ]
      const invoices =
        connection && customer
          ? await stripe
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
        method: methodOf(customer),
        owed_credits: await owedBy(db, accountId),
        recharge: await recharges.stateOf(accountId, customer?.fingerprint ?? null),
      }
    },

    /** @throws AppError conflict, unavailable. */
    async portal({ accountId }: Actor): Promise<{ url: string }> {
      const { connection, customer } = await partsOf(accountId)
      if (!connection || !customer) throw conflict('Nothing to show yet: you haven’t paid by card here')
      const url = await portalOf(accountId, connection, customer).catch((error) => {
        throw stripeProblem(error)
      })
      await transaction(db, async () => recordAudit(db, { accountId }))
      return { url }
    },
  }
}
export type AccountPayments = ReturnType<typeof createAccountPayments>
