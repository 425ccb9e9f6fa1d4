import { loose } from './list-types/define.ts'

/** State of a lead's email search: in progress, or the result of the last one. */
export const EMAIL_SEARCH_STATES = [
  'queued',
  'running',
  'found',
  'not_found',
  'unreadable',
  'not_tried',
] as const
export type EmailSearchState = (typeof EMAIL_SEARCH_STATES)[number]

export const EMAIL_SEARCH_LABELS: Record<EmailSearchState, string> = {
  queued: 'Queued',
  running: 'Searching',
  found: 'Found',
  not_found: 'Not found',
  unreadable: 'Couldn’t read the website',
  not_tried: 'Not tried',
}

/** Why a run did not try a lead. */
const NOT_TRIED_REASONS = [
  'no_website',
  'cancelled',
  'credits',
  'run_failed',
  'has_email',
  'deleted',
] as const
export type NotTriedReason = (typeof NOT_TRIED_REASONS)[number]

/**
 * Result of a lead's email search, for list types that offer one. Written by the run; the reason is one of
 * `NOT_TRIED_REASONS` or the problem of the website. A search without an email also stores its time and the number
 * of sources queried.
 */
export const EMAIL_SEARCH_FIELDS = [
  loose('email_search', 'Email search', 'choice', { facet: true }),
  loose('email_search_reason', 'Email search: reason', 'choice'),
  loose('email_search_sources', 'Email search: sources', 'number'),
  loose('email_search_at', 'Email search: date', 'date'),
]
