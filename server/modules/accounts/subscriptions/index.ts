import { recordSubscription } from '#server/modules/accounts/accounts/index.ts'
import { dropMove, planMove } from '#server/modules/accounts/plans/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { dropOpenMove, insertMoveChanges } from './planned-moves.ts'
import { insertUnbilled } from './subscription-records.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { tickSubscriptions } from './tick.ts'
import { usageHistoryFile } from './usage-history.ts'

export { describeAccess } from './describe-access.ts'
export { findBuyer, openForSale } from './open-for-sale.ts'
export {
  holdForDispute,
  moveWithinPeriod,
  releaseDispute,
  schedulePlanChange,
  showChangeTerms,
} from './paid-changes.ts'
export {
  findCurrentSubscription,
  followVendorState,
  resumePaidPeriod,
  startPaidPeriod,
} from './paid-subscriptions.ts'
export { sendCustomerMail } from './send-customer-mail.ts'
export { closeCustomer, reopenCustomer } from './signals.ts'
export { startFreePackage } from './start-free-package.ts'
export { canManageSubscription } from './subscription-policy.ts'
export { changeSubscription, readContactEmail } from './subscriptions.ts'
export { findBilledDue } from './subscriptions-store.ts'
export { tickSubscriptions } from './tick.ts'
export { consumeTrial, hadTrial } from './trials.ts'

export const subscriptionsModule = defineModule({
  routes: subscriptionRoutes,
  jobs: (ctx) => [
    // Due changes of subscriptions and access.
    scheduledJob({ name: 'subscriptions', cron: '* * * * *', handle: () => tickSubscriptions(ctx) }),
  ],
  downloaders: (ctx) => [usageHistoryFile.downloader(ctx)],
  on: [
    recordSubscription.answer(insertUnbilled),
    planMove.answer((ctx, move) => insertMoveChanges(ctx.db, move)),
    dropMove.answer((ctx, { moveId }) => dropOpenMove(ctx.db, moveId)),
  ],
})
