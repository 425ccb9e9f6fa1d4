import type { Db } from '#server/platform/db/db.ts'
import { removeOldAnswers } from './email-verification-store.ts'
import { removeOldLines } from './verification-items-store.ts'

export { addressOf } from './address-text.ts'

export { emailVerificationRoutes } from './email-verification-routes.ts'
export {
  createEmailVerificationService,
  type EmailVerificationService,
} from './email-verification-service.ts'
export { stopRetries } from './email-verification-store.ts'
export { findAddressColumn, findByName } from './find-column.ts'
export { createReachStorage } from './mail-reach-store.ts'
export { retryJob } from './retry-due.ts'
export { columnNamed, readHead } from './start-verification.ts'

/** Retention of evidence; the lines of a bulk check are deleted slightly earlier. */
const EVIDENCE_DAYS = 400
const LINE_DAYS = 390

/** Deletes evidence that was not requested for more than 400 days. */
export async function removeOldVerificationEvidence(db: Db): Promise<void> {
  await removeOldLines(db, LINE_DAYS)
  await removeOldAnswers(db, EVIDENCE_DAYS)
}
