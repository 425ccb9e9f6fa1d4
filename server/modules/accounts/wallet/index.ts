import { creditsToSell } from '#server/modules/accounts/plans/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { settlePaidRuns } from './settle-paid-runs.ts'
import { findCreditsToSell } from './wallet.ts'
import { walletJobs } from './wallet-jobs.ts'
import { walletRoutes } from './wallet-routes.ts'

export { type Spending, usageStart } from './caps-store.ts'
export { captureAmount, captureCharges, refundCharges } from './charges.ts'
export { closeCredits } from './close-credits.ts'
export {
  giveAllowance,
  giveFreeCredits,
  grantCredits,
  grantIssuedCredits,
  grantPurchase,
  sweepExpiredCredits,
  transferCredits,
} from './credits.ts'
export { findDeferredRun, settleDeferred } from './deferred-charges.ts'
export { perCredit } from './give-credits.ts'
export { measureBooks } from './measure-books.ts'
export { presentLine } from './present-line.ts'
export { takeBackCredits } from './reclaim-credits.ts'
export { findAllowance, reserveCredits, settleReservation } from './reservations.ts'
export { alertThreshold, creditsSold, poolUsed, trainingTokens, walletMoved } from './signals.ts'
export { holdSourceCredits, reclaimSourceCredits, releaseHeldCredits } from './source-credits.ts'
export { findSpendable, listMemberCaps, listMemberSpending, setMemberCap } from './spending.ts'
export { creditsArrived, finishTransfers } from './transfers.ts'
export {
  carryCharges,
  checkWalletBooks,
  findChargedEntities,
  findLedgerLines,
  listUsableGrants,
  lockAccountWallet,
  openWallet,
  showBalance,
  showPool,
} from './wallet.ts'
export type { Delivery } from './wallet-store.ts'

export const walletModule = defineModule({
  routes: walletRoutes,
  jobs: walletJobs,
  on: [settlePaidRuns, creditsToSell.answer((ctx, { sellerId }) => findCreditsToSell(ctx, sellerId))],
})
