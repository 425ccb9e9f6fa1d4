import type { EmailVerification } from '#contract/prospecting/email-verification.ts'
import { pick } from '#server/platform/pick.ts'
import { OWN_REASONS } from './answer-policy.ts'
import type { VerificationRow } from './email-verification-store.ts'
import type { RunLine } from './verification-reads.ts'

/** Turns reason codes into sentences. */
export type ReasonText = (reason: string) => string

/** Sentences of the verifier's reasons and of our own. */
export const reasonText =
  (reasons: Record<string, { sentence: string }>): ReasonText =>
  (reason) =>
    OWN_REASONS[reason] ?? reasons[reason]?.sentence ?? reason

const NO_FLAGS: EmailVerification['flags'] = { disposable: false, free: false, role: false }

/** An address's result for the API. */
export const presentVerification = (row: VerificationRow, textOf: ReasonText): EmailVerification => ({
  email: row.address,
  state: row.state,
  reason: row.reason,
  reason_text: textOf(row.reason),
  flags: { ...NO_FLAGS, ...row.flags },
  ...pick(row, 'suggestion', 'mx', 'catch_all', 'transcript', 'tries'),
  checked_at: row.tries === 0 ? null : row.checked_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  bounced_at: row.bounced_at?.toISOString() ?? null,
  origin: row.origin,
})

/** An invalid address, or one whose evidence was deleted. */
export const presentUnknown = (
  email: string,
  { state, reason }: Pick<EmailVerification, 'state' | 'reason'>,
  textOf: ReasonText,
): EmailVerification => ({
  email,
  state,
  reason,
  reason_text: textOf(reason),
  flags: NO_FLAGS,
  suggestion: null,
  mx: null,
  catch_all: null,
  transcript: [],
  tries: 0,
  checked_at: null,
  next_try_at: null,
  bounced_at: null,
  origin: null,
})

/** State and reason of a finished line. */
export function lineAnswer(
  line: Pick<RunLine, 'address' | 'state' | 'reason'>,
): Pick<EmailVerification, 'state' | 'reason'> {
  if (line.address === null) return { state: 'invalid', reason: 'syntax' }
  if (line.state === null || line.reason === null) return { state: 'unknown', reason: 'forgotten' }
  return { state: line.state, reason: line.reason }
}

/** A run's line with its current result. */
export const presentLine = (line: RunLine, textOf: ReasonText): EmailVerification =>
  line.address === null || line.state === null
    ? presentUnknown(line.given, lineAnswer(line), textOf)
    : presentVerification({ ...line, address: line.address } as unknown as VerificationRow, textOf)
