import { EMAIL_SEARCH_WORDS, type EmailSearchState, type NotTriedReason } from '#contract/email-search.ts'
import type { Lead } from '#contract/leads.ts'
import { problemShort } from './problem-labels.ts'

const NOT_TRIED: Record<NotTriedReason, string> = {
  cancelled: 'the search was cancelled',
  credits: 'the credits ran out',
  run_failed: 'the search failed on our side',
  has_email: 'it had an email already',
  deleted: 'it was in the bin',
}

/** Why an e-mail search brought nothing, in few words; the codes are those of websites and of leads that were not tried. */
export const emailSearchReason = (reason: string): string =>
  Object.hasOwn(NOT_TRIED, reason) ? NOT_TRIED[reason as NotTriedReason] : problemShort(reason)

/** What came of an e-mail search: `Not found`, `Couldn't read the website: no such domain`. */
export function emailSearchWords(state: string, reason?: unknown): string {
  const word = Object.hasOwn(EMAIL_SEARCH_WORDS, state)
    ? EMAIL_SEARCH_WORDS[state as EmailSearchState]
    : state.replaceAll('_', ' ')
  return typeof reason === 'string' && reason !== '' ? `${word}: ${emailSearchReason(reason)}` : word
}

/** What a lead without an e-mail says in its place; null when nobody has looked for one. */
export function missingEmailWords({ values }: Pick<Lead, 'values'>): string | null {
  const { email, email_search, email_search_reason } = values
  if (email || typeof email_search !== 'string' || email_search === 'found') return null
  return emailSearchWords(email_search, email_search_reason)
}
