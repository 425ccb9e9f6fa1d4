import { defineModule } from '#server/platform/module.ts'
import { emailVerificationRoutes } from './email-verification-routes.ts'
import { removeOldVerificationEvidence } from './remove-old-evidence.ts'
import { retryJob } from './retry-due.ts'
import { stopChecking } from './stopping.ts'
import { verificationDownloader } from './verification-download.ts'
import { verifyExecutor } from './verify-run.ts'

export const emailVerificationModule = defineModule({
  routes: emailVerificationRoutes,
  jobs: (ctx) => [retryJob(ctx)],
  executors: (ctx) => [verifyExecutor(ctx)],
  downloaders: (ctx) => [verificationDownloader(ctx)],
  stop: stopChecking,
  housekeeping: (ctx) => ({ 'verification evidence': () => removeOldVerificationEvidence(ctx.db) }),
})

export { readAddress } from './address-text.ts'
export { checkAddress } from './check-address.ts'
export { stopRetries } from './email-verification-store.ts'
export { findAddressColumn, findByName } from './find-column.ts'
export { createReachStorage } from './mail-reach-store.ts'
export { retryDueAddresses } from './retry-due.ts'
export { columnNamed, readHead, verifyLeads } from './start-verification.ts'
export {
  findKnownResults,
  findUncheckedAddresses,
  markBounced,
  showVerifierStatus,
} from './verifications.ts'
