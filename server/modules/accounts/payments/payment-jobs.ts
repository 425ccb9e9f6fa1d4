import { defineJob } from '#server/platform/queue/queue.ts'
import type { Changes } from './changes-service.ts'
import type { Checkouts } from './checkout-service.ts'
import type { Claims } from './claim-sale.ts'
import type { EventWorker } from './event-worker.ts'
import type { Recharges } from './recharge-service.ts'
import type { Reconciliation } from './reconcile.ts'

const every = (name: string, cron: string, handle: () => Promise<void>) =>
  defineJob<Record<string, never>>({ name, retries: 0, concurrency: 1, cron, handle })

/** Events as they arrive, recharges every minute, missed events every hour, and a comparison every night. */
export const paymentJobs = (parts: {
  worker: EventWorker
  recharges: Pick<Recharges, 'tick'>
  checkouts: Pick<Checkouts, 'expireOutdated' | 'releaseCoupons'>
  changes: Pick<Changes, 'endAbandoned'>
  claims: Pick<Claims, 'removeOld'>
  reconciliation: Pick<Reconciliation, 'catchUpAll' | 'nightly'>
}) => [
  ...parts.worker.jobs(),
  every('payment-recharges', '* * * * *', () => parts.recharges.tick()),
  every('payment-checkouts', '*/5 * * * *', () => parts.checkouts.expireOutdated()),
  every('payment-coupons', '*/5 * * * *', () => parts.checkouts.releaseCoupons()),
  every('payment-abandoned', '*/5 * * * *', () => parts.changes.endAbandoned()),
  every('payment-waiting-sales', '23 4 * * *', () => parts.claims.removeOld()),
  every('payment-catch-up', '7 * * * *', () => parts.reconciliation.catchUpAll()),
  every('payment-reconcile', '43 3 * * *', () => parts.reconciliation.nightly()),
]
