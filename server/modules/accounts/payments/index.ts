export {
  createPaymentEffects,
  type Money,
  type PackagePeriod,
  type PackSale,
  type Payer,
  type PaymentEffects,
} from './apply-payments.ts'
export { checkoutStateRoute } from './checkout-state.ts'
export { sellsOn } from './connections-reads.ts'
export { createPayments, type Payments } from './create-payments.ts'
export {
  createEventWorker,
  type EventHandler,
  type EventWorker,
  type Handled,
  NotYetError,
} from './event-worker.ts'
export { lastEventAt, type NewEvent } from './events-store.ts'
export { paymentJobs } from './payment-jobs.ts'
export { paymentRoutes } from './payments-routes.ts'
export { findPaidSubscription, findRefundable, lockPaidSubscription, lockPayment } from './payments-store.ts'
export type { AtVendor, EventRow } from './payments-tables.ts'
