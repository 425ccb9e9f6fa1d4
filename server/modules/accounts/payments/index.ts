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
export {
  createEventWorker,
  type EventHandler,
  type EventWorker,
  type Handled,
  NotYetError,
} from './event-worker.ts'
export { lastEventAt, type NewEvent } from './events-store.ts'
export { findRefundable, lockPaidSubscription, lockPayment } from './payments-store.ts'
export type { AtVendor, EventRow } from './payments-tables.ts'
