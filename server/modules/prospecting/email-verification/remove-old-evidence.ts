import type { Db } from '#server/platform/db/db.ts'
import { removeOldAnswers } from './email-verification-store.ts'
import { removeOldLines } from './verification-items-store.ts'

/** Retention of evidence; the lines of a bulk check are deleted slightly earlier. */
const EVIDENCE_DAYS = 400
const LINE_DAYS = 390

/** Deletes evidence that was not requested for more than 400 days. */
export async function removeOldVerificationEvidence(db: Db): Promise<void> {
  await removeOldLines(db, LINE_DAYS)
  await removeOldAnswers(db, EVIDENCE_DAYS)
}
