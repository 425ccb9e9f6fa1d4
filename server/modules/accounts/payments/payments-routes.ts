import {
  paymentProblems,
  paymentStatus,
  reconcilePayments,
  resolveProblem,
} from '#contract/accounts/payment-checks.ts'
import * as api from '#contract/accounts/payments.ts'
import { claimSale, mySales, waitingSales } from '#contract/accounts/waiting-sales.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { requestPortal, showAccountPayments } from './account-payments.ts'
import { endAddOn } from './add-ons.ts'
import { checkOutAsAccount, checkOutAsStranger } from './checkout.ts'
import { checkoutStateRoute } from './checkout-state.ts'
import { claimWaitingSale, listOwnWaitingSales, listWaitingSales } from './claim-sale.ts'
import { showStripeStatus } from './connection-reads.ts'
import { authorizeStripe, connectStripe, createStripeAccount } from './connection-setup.ts'
import { listPaymentProblems } from './list-problems.ts'
import { cancelPaidPackage, changePaidPackage } from './paid-package.ts'
import { reconcileSeller } from './reconcile.ts'
import { prepareResolution } from './resolve-problem.ts'
import { listPaymentEvents, listSales, recordRefund, requestRefund, showPaymentStatus } from './sales.ts'
import { disconnectStripe, refreshStripeConnection, setStripeOptions } from './stripe-connection.ts'

/** Opened payment pages, by network address or account. */
const checkoutLimit = defineRateLimit({ name: 'checkout', points: 30, seconds: 60 * 60 })

const connectionRoutes = (ctx: Context) => [
  route(api.stripeStatus, ({ actor }) => data(showStripeStatus(ctx, actor.accountId))),
  route(api.authorizeStripe, ({ actor }) => data(authorizeStripe(ctx, actor))),
  route(api.connectStripe, async ({ actor, body }) => ({
    data: await connectStripe(ctx, actor, body),
    message: 'Stripe connected',
  })),
  route(api.createStripeAccount, async ({ actor, body }) => ({
    data: await createStripeAccount(ctx, actor, body.country),
  })),
  route(api.refreshStripe, async ({ actor }) => ({
    data: await refreshStripeConnection(ctx, actor.accountId),
    message: 'Stripe status updated',
  })),
  route(api.setStripeTax, async ({ actor, body }) => ({
    data: await setStripeOptions(ctx, actor, body),
    message: 'Settings saved',
  })),
  route(api.disconnectStripe, async ({ actor }) => ({
    data: await disconnectStripe(ctx, actor),
    message: 'Stripe disconnected',
  })),
]

/** Card payments: of sellers, and of their buyers. */
export const paymentRoutes = (ctx: Context): Route[] => [
  ...connectionRoutes(ctx),
  publicRoute(api.buyPackage, async ({ ip, host, params, body }) => {
    await checkoutLimit.consume(ctx, ip)
    return { data: await checkOutAsStranger(ctx, { host, ip }, params.id, body) }
  }),
  route(api.buy, async ({ actor, body }) => {
    await checkoutLimit.consume(ctx, `account:${actor.accountId}`)
    return { data: await checkOutAsAccount(ctx, actor, body) }
  }),
  route(api.changePlan, ({ actor, body }) => changePaidPackage(ctx, actor, body.package_id)),
  route(api.cancelPlan, ({ actor, body }) => cancelPaidPackage(ctx, actor, body.undo)),
  route(api.endAddOn, ({ actor, params }) => endAddOn(ctx, actor, params.id)),
  route(api.accountPayments, ({ actor }) => data(showAccountPayments(ctx, actor))),
  route(api.openPortal, ({ actor }) => data(requestPortal(ctx, actor))),
  route(mySales, ({ actor }) => data(listOwnWaitingSales(ctx, actor))),
  route(claimSale, async ({ actor, params }) => ({
    data: await claimWaitingSale(ctx, actor, params.id),
    message: 'Purchase added to your account',
  })),
  route(waitingSales, ({ actor, query }) => listWaitingSales(ctx, actor, query)),
  route(api.payments, ({ actor, query }) => listSales(ctx, actor, query)),
  routeWithLookup(
    api.refundPayment,
    ({ actor, params, body }) => requestRefund(ctx, actor, params.id, body),
    async ({ actor, params }, refundedMinor) => ({
      data: await recordRefund(ctx, actor, params.id, refundedMinor),
      message: 'Payment refunded',
    }),
  ),
  route(api.paymentEvents, ({ actor, query }) => listPaymentEvents(ctx, actor, query)),
  route(paymentStatus, ({ actor }) => data(showPaymentStatus(ctx, actor))),
  route(reconcilePayments, async ({ actor }) => {
    const data = await reconcileSeller(ctx, actor.accountId)
    const { checked, repaired, differences } = data
    await transaction(ctx.db, async () =>
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        detail: { checked, repaired, differences: differences.length },
      }),
    )
    return { data }
  }),
  route(paymentProblems, ({ actor, query }) => listPaymentProblems(ctx, actor, query)),
  routeWithLookup(
    resolveProblem,
    ({ actor, params, body }) => prepareResolution(ctx, actor, params.id, body.action),
    (_call, resolve) => resolve(),
  ),
  checkoutStateRoute(ctx),
]
