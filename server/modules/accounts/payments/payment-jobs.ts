import type { Context } from '#server/platform/context.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { expireOutdatedCheckouts, releaseAbandonedCoupons } from './checkout.ts'
import { removeOldWaitingSales } from './claim-sale.ts'
import { eventJobs } from './event-worker.ts'
import { endAbandonedSubscriptions } from './paid-package.ts'
import { tellPlannedVersions } from './planned-versions.ts'
import { tickRecharges } from './recharge.ts'
import { catchUpAllSellers, reconcileNightly } from './reconcile.ts'

const every = (name: string, cron: string, handle: () => Promise<void>) =>
  scheduledJob({ name, retries: 0, cron, handle })

/** Events as they arrive, recharges every minute, missed events every hour, and a comparison every night. */
export const paymentJobs = (ctx: Context): JobDefinition<never>[] => [
  ...eventJobs(ctx),
  every('payment-recharges', '* * * * *', () => tickRecharges(ctx)),
  every('payment-planned', '* * * * *', () => tellPlannedVersions(ctx)),
  every('payment-checkouts', '*/5 * * * *', () => expireOutdatedCheckouts(ctx)),
  every('payment-coupons', '*/5 * * * *', () => releaseAbandonedCoupons(ctx)),
  every('payment-abandoned', '*/5 * * * *', () => endAbandonedSubscriptions(ctx)),
  every('payment-waiting-sales', '23 4 * * *', () => removeOldWaitingSales(ctx)),
  every('payment-catch-up', '7 * * * *', () => catchUpAllSellers(ctx)),
  every('payment-reconcile', '43 3 * * *', () => reconcileNightly(ctx)),
]
