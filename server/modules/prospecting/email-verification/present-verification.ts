import type { EmailVerification } from '#contract/prospecting/email-verification.ts'
import { pick } from '#server/platform/pick.ts'
import { REASONS, type Reason } from '#server/providers/email-verifiers/index.ts'
import { OWN_REASONS } from './answer-policy.ts'
import type { VerificationRow } from './email-verification-store.ts'
import type { RunLine } from './verification-reads.ts'

/** The sentence of a reason code, the verifier's or our own. */
export const reasonText = (reason: string): string =>
  OWN_REASONS[reason] ?? (Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason].sentence : reason)

const NO_FLAGS: EmailVerification['flags'] = { disposable: false, free: false, role: false }

/** An address's result for the API. */
export const presentVerification = (row: VerificationRow): EmailVerification => ({
  email: row.address,
  state: row.state,
  reason: row.reason,
  reason_text: reasonText(row.reason),
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
): EmailVerification => ({
  email,
  state,
  reason,
  reason_text: reasonText(reason),
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
export const presentLine = (line: RunLine): EmailVerification =>
  line.address === null || line.state === null
    ? presentUnknown(line.given, lineAnswer(line))
    : presentVerification({ ...line, address: line.address } as unknown as VerificationRow)
