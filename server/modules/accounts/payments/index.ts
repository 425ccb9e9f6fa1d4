export {
  createPaymentEffects,
  type Money,
  type PackagePeriod,
  type PackSale,
  type Payer,
  type PaymentEffects,
} from './apply-payments.ts'
export { createPayments, type Payments } from './create-payments.ts'
export {
  createEventWorker,
  type EventHandler,
  type EventWorker,
  type Handled,
  NotYetError,
} from './event-worker.ts'
export type { NewEvent } from './events-store.ts'
export { paymentJobs } from './payment-jobs.ts'
export { paymentRoutes } from './payments-routes.ts'
export type { AtVendor, EventRow } from './payments-tables.ts'
