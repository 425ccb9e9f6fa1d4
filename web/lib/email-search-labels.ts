import {
  EMAIL_SEARCH_LABELS,
  type EmailSearchState,
  type NotTriedReason,
} from '#contract/leads/email-search.ts'
import { formatCount, formatDay, formatRelative } from './format.ts'
import { problemShort } from './problem-labels.ts'

const NOT_TRIED: Record<NotTriedReason, string> = {
  no_website: 'it has no website',
  cancelled: 'the search was cancelled',
  credits: 'the credits ran out',
  run_failed: 'the search failed on our side',
  has_email: 'it had an email already',
  deleted: 'it was deleted',
}

/** Why an email search found nothing, in a few words. Covers codes of websites and of skipped leads. */
export const emailSearchReason = (reason: string): string =>
  Object.hasOwn(NOT_TRIED, reason) ? NOT_TRIED[reason as NotTriedReason] : problemShort(reason)

/** `3 sources, today`, for a search that found no email. */
export function searchedLabel({ email_search_sources: sources, email_search_at: at }: Searched): string {
  const facts = [
    typeof sources === 'number' ? formatCount(sources, 'source') : null,
    typeof at === 'string' ? dayLabel(at) : null,
  ]
  return facts.filter((fact) => fact).join(', ')
}

interface Searched {
  email_search_sources?: unknown
  email_search_at?: unknown
}

const dayLabel = (at: string): string =>
  formatDay(at) === formatDay(new Date().toISOString()) ? 'today' : formatRelative(at)

/** Result of an email search: `Not found`, `Couldn’t read the website: no such domain`. */
export function emailSearchLabel(state: string, reason?: unknown): string {
  const label = Object.hasOwn(EMAIL_SEARCH_LABELS, state)
    ? EMAIL_SEARCH_LABELS[state as EmailSearchState]
    : state.replaceAll('_', ' ')
  return typeof reason === 'string' && reason !== '' ? `${label}: ${emailSearchReason(reason)}` : label
}
