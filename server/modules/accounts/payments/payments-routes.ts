import { paymentStatus, reconcilePayments } from '#contract/accounts/payment-checks.ts'
import * as api from '#contract/accounts/payments.ts'
import { claimSale, mySales, waitingSales } from '#contract/accounts/waiting-sales.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { AccountPayments } from './account-payments.ts'
import type { Changes } from './changes-service.ts'
import type { Checkouts } from './checkout-service.ts'
import type { Claims } from './claim-sale.ts'
import type { Connections } from './connections-service.ts'
import type { Reconciliation } from './reconcile.ts'
import type { SalesOfSeller } from './sales-service.ts'

export interface PaymentParts {
  db: Db
  connections: Connections
  checkouts: Checkouts
  changes: Changes
  claims: Claims
  sales: SalesOfSeller
  account: AccountPayments
  reconciliation: Reconciliation
  /** Name and address for opening a Stripe account. */
  aboutOf(actor: Actor): Promise<{ name: string; email: string }>
  /** Opened payment pages, by network address or account. */
  limit: RateLimit
}

const connectionRoutes = ({ connections, aboutOf }: PaymentParts) => [
  route(api.stripeStatus, ({ actor }) => data(connections.status(actor.accountId))),
  route(api.authorizeStripe, ({ actor }) => data(connections.authorize(actor))),
  route(api.connectStripe, async ({ actor, body }) => ({
    data: await connections.connect(actor, body),
    message: 'Stripe connected',
  })),
  route(api.createStripeAccount, async ({ actor, body }) => ({
    data: await connections.create(actor, { ...(await aboutOf(actor)), country: body.country }),
  })),
  route(api.refreshStripe, async ({ actor }) => ({
    data: await connections.refresh(actor.accountId),
    message: 'Stripe status updated',
  })),
  route(api.setStripeTax, async ({ actor, body }) => ({
    data: await connections.setTax(actor, body),
    message: 'Settings saved',
  })),
  route(api.disconnectStripe, async ({ actor }) => ({
    data: await connections.disconnect(actor),
    message: 'Stripe disconnected',
  })),
]

/** Card payments: of sellers, and of their buyers. */
export const paymentRoutes = (parts: PaymentParts) => {
  const { db, checkouts, changes, claims, sales, account, reconciliation, limit } = parts
  return [
    ...connectionRoutes(parts),
    publicRoute(api.buyPackage, async ({ ip, host, params, body }) => {
      await limit.consume(ip)
      return { data: await checkouts.stranger(host, params.id, body) }
    }),
    route(api.buy, async ({ actor, body }) => {
      await limit.consume(`account:${actor.accountId}`)
      return { data: await checkouts.account(actor, body) }
    }),
    route(api.changePlan, ({ actor, body }) => changes.change(actor, body.package_id)),
    route(api.cancelPlan, ({ actor, body }) => changes.cancel(actor, body.undo)),
    route(api.accountPayments, ({ actor }) => data(account.show(actor))),
    route(api.openPortal, ({ actor }) => data(account.portal(actor))),
    route(mySales, ({ actor }) => data(claims.mine(actor))),
    route(claimSale, async ({ actor, params }) => ({
      data: await claims.claim(actor, params.id),
      message: 'Purchase added to your account',
    })),
    route(waitingSales, ({ actor, query }) => claims.page(actor, query)),
    route(api.payments, ({ actor, query }) => sales.page(actor, query)),
    routeWithLookup(
      api.refundPayment,
      ({ actor, params, body }) => sales.requestRefund(actor, params.id, body),
      async ({ actor, params }, refundedMinor) => ({
        data: await sales.refund(actor, params.id, refundedMinor),
        message: 'Payment refunded',
      }),
    ),
    route(api.paymentEvents, ({ actor, query }) => sales.events(actor, query)),
    route(paymentStatus, ({ actor }) => data(sales.status(actor))),
    route(reconcilePayments, async ({ actor }) => {
      const data = await reconciliation.reconcileFor(actor.accountId)
      const { checked, repaired, differences } = data
      await transaction(db, async () =>
        recordAudit(db, {
          accountId: actor.accountId,
          detail: { checked, repaired, differences: differences.length },
        }),
      )
      return { data }
    }),
  ]
}
