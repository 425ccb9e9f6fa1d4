import { type EmailState, UNTOLD_EMAIL_STATES } from '#contract/leads/email-states.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'

/** Minutes until a temporary result is retried, after the first, second and third try. */
const RETRY_MINUTES = [15, 60, 240]

/** An older result is checked again when a search or enrichment finds the address. */
export const ANSWER_DAYS = 7

/** Reasons that do not come from the verifier but from what happened to an address here. */
export const OWN_REASONS: Record<string, string> = {
  bounced: 'An email to this address bounced',
  gave_up: 'The mail server gave no clear answer, even after retries over several hours',
  forgotten: 'The result is older than 400 days and was removed',
}

/** Whether the check could tell, so that its result decides the charge. */
export const isSettled = ({ state }: Pick<Known, 'state'>): boolean => !UNTOLD_EMAIL_STATES.includes(state)

/** The stored part of the last check. */
export interface Known {
  reason: string
  tries: number
  next_try_at: Date | null
  state: EmailState
}

/** The stored part of a new result. `retryMinutes`: retry then; null: final; `keep`: as scheduled before. */
export interface Answer {
  state: EmailState
  reason: string
  tries: number
  retryMinutes: number | 'keep' | null
}

/** A bounce is the final result of an address. */
export const isBounced = (known: Pick<Known, 'reason'>): boolean => known.reason === 'bounced'

/** Whether a result may be reused: a final one that is not inconclusive. */
export const isLasting = ({ state, next_try_at }: Pick<Known, 'state' | 'next_try_at'>): boolean =>
  next_try_at === null && !['unknown', 'greylisted', 'port25_unavailable'].includes(state)

/**
 * Combines a new result with the stored one. A temporary one schedules retries; other checks in between do not
 * use them up. After the last retry the result is unknown.
 */
export function nextAnswer(known: Known | undefined, found: Found, planned: boolean): Answer {
  const open = known !== undefined && known.next_try_at !== null
  const { state, reason } = found
  if (!found.temporary) return { state, reason, tries: open ? known.tries + 1 : 1, retryMinutes: null }
  if (open && !planned) return { state, reason, tries: known.tries, retryMinutes: 'keep' }
  const tries = open ? known.tries + 1 : 1
  const retryMinutes = RETRY_MINUTES[tries - 1] ?? null
  if (retryMinutes !== null) return { state, reason, tries, retryMinutes }
  // Definite results stay; only a temporary one has become unknown.
  const vague = state === 'unknown' || state === 'greylisted'
  return { state: vague ? 'unknown' : state, reason: vague ? 'gave_up' : reason, tries, retryMinutes }
}

/** Whether an address delivered as potential has turned out to be invalid. */
export const turnedOutInvalid = (known: Known | undefined, answer: Pick<Answer, 'state' | 'retryMinutes'>) =>
  known !== undefined &&
  known.next_try_at !== null &&
  answer.retryMinutes === null &&
  (answer.state === 'invalid' || answer.state === 'no_mx')
