import { accountPortal, packCheckoutUrl } from '#server/modules/accounts/billing/index.ts'
import { checkoutOffer } from '#server/modules/accounts/plans/index.ts'
import type { SetupCheck } from '#server/modules/branding/sites/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { acceptsPayments } from './connection-reads.ts'
import { findAccountPortal, findCheckoutOffer } from './offers.ts'
import { paymentJobs } from './payment-jobs.ts'
import { paymentRoutes } from './payments-routes.ts'
import { createStripeReceivers } from './receive-stripe-events.ts'
import { vendorCheckoutUrl } from './signals.ts'

export { packagePaid, packPaid, paymentFailed } from './apply-payments.ts'
export { countsSubscription, followSubscription } from './counting.ts'
export { handleEvent, takeEvent } from './event-worker.ts'
export { lastEventAt } from './events-store.ts'
export { type Handled, NotYetError, WAITS } from './handled.ts'
export { noteProblem } from './note-problem.ts'
export type { Money } from './payment-facts.ts'
export {
  findPaidSubscription,
  findRefundable,
  hasPaidThrough,
  lockPaidSubscription,
  lockPayment,
} from './payments-store.ts'
export type { AtVendor, EventRow, WaitingSaleRow } from './payments-tables.ts'
export { refundPaymentCredits } from './refund-credits.ts'
export {
  applyVendorEvent,
  type Cancellation,
  sellsAtVendor,
  vendorCancel,
  vendorCheckoutUrl,
  vendorPortal,
} from './signals.ts'
export { endWaitingSale, findOrWaitForAccount } from './waiting-sales.ts'

const paymentStep: SetupCheck = {
  key: 'payment',
  title: 'Take payments',
  link: '/whitelabel/stripe',
  check: async (ctx, { account }) =>
    (await acceptsPayments(ctx, account.id)) ? null : 'Connect Stripe or PayKickstart',
}

/** Payments through vendors, for accounts, subscriptions and credits. */
export const paymentsModule = defineModule({
  routes: paymentRoutes,
  jobs: paymentJobs,
  receivers: createStripeReceivers,
  setupSteps: [paymentStep],
  on: [
    checkoutOffer.answer((ctx, { sellerId, planId }) => findCheckoutOffer(ctx, sellerId, planId)),
    packCheckoutUrl.answer((ctx, { sellerId, packId }) =>
      vendorCheckoutUrl.ask(ctx, { sellerId, offer: { packId } }),
    ),
    accountPortal.answer((ctx, { accountId }) => findAccountPortal(ctx, accountId)),
  ],
})
