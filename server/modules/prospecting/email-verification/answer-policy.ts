import type { EmailState } from '#contract/leads/email-states.ts'
import type { EmailVerification as Found } from '#server/providers/email-verifiers/index.ts'

/** Minutes until a temporary answer is asked for again, after the first, second and third try. */
const RETRY_MINUTES = [15, 60, 240]

/** An older answer is asked for again when a search or an enrichment comes across the address. */
export const ANSWER_DAYS = 7

/** Reasons that are not the verifier's: they come from what happened to an address here. */
export const OWN_REASONS: Record<string, string> = {
  bounced: 'An email to this address bounced',
  gave_up: 'The mail server gave no clear answer, even after retries over several hours',
  forgotten: 'The result is older than 400 days and was removed',
}

/** Reasons why nobody could be asked: no name server or no mail server was reached. Such an address costs nothing yet. */
export const UNASKED_REASONS: readonly string[] = [
  'dns_failed',
  'mx_refused',
  'mx_timeout',
  'mx_unreachable',
  'check_failed',
]

/** Whether someone was asked, so that the answer decides what the address costs. */
export const isSettled = ({ reason }: Pick<Known, 'reason'>): boolean =>
  reason !== 'gave_up' && !UNASKED_REASONS.includes(reason)

/** What is stored about the last question. */
export interface Known {
  reason: string
  tries: number
  next_try_at: Date | null
  state: EmailState
}

/** What is stored of a new answer. `retryMinutes`: ask again then; null: final; `keep`: as planned before. */
export interface Answer {
  state: EmailState
  reason: string
  tries: number
  retryMinutes: number | 'keep' | null
}

/** A mail that came back is the last word about an address. */
export const isBounced = (known: Pick<Known, 'reason'>): boolean => known.reason === 'bounced'

/** Whether an answer may be given again: a final one that is not a mere "could not tell". */
export const isLasting = ({ state, next_try_at }: Pick<Known, 'state' | 'next_try_at'>): boolean =>
  next_try_at === null && !['unknown', 'greylisted', 'port25_unavailable'].includes(state)

/**
 * Joins a new answer with what is known. A temporary one opens a question that is asked again on a plan of its own;
 * asking in between does not use up its tries. When they are used up, nobody knows.
 */
export function nextAnswer(known: Known | undefined, found: Found, planned: boolean): Answer {
  const open = known !== undefined && known.next_try_at !== null
  const { state, reason } = found
  if (!found.temporary) return { state, reason, tries: open ? known.tries + 1 : 1, retryMinutes: null }
  if (open && !planned) return { state, reason, tries: known.tries, retryMinutes: 'keep' }
  const tries = open ? known.tries + 1 : 1
  const retryMinutes = RETRY_MINUTES[tries - 1] ?? null
  if (retryMinutes !== null) return { state, reason, tries, retryMinutes }
  // What says something definite, or why nobody was asked, stays; only "perhaps later" has become "nobody knows".
  const vague = state === 'unknown' || state === 'greylisted'
  return { state: vague ? 'unknown' : state, reason: vague ? 'gave_up' : reason, tries, retryMinutes }
}

/** Whether an address that was delivered as a potential one has turned out to be none. */
export const hasTurnedOut = (known: Known | undefined, answer: Pick<Answer, 'state' | 'retryMinutes'>) =>
  known !== undefined &&
  known.next_try_at !== null &&
  answer.retryMinutes === null &&
  (answer.state === 'invalid' || answer.state === 'no_mx')
