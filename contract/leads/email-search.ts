import { loose } from './list-types/define.ts'

/** How far the search for a lead's email is, or what came of the last one. */
export const EMAIL_SEARCH_STATES = [
  'queued',
  'running',
  'found',
  'not_found',
  'unreadable',
  'not_tried',
] as const
export type EmailSearchState = (typeof EMAIL_SEARCH_STATES)[number]

/** The word of each state. */
export const EMAIL_SEARCH_LABELS: Record<EmailSearchState, string> = {
  queued: 'Queued',
  running: 'Searching',
  found: 'Found',
  not_found: 'Not found',
  unreadable: "Couldn't read the website",
  not_tried: 'Not tried',
}

/** Why a lead of a run was not tried. */
export const NOT_TRIED_REASONS = [
  'no_website',
  'cancelled',
  'credits',
  'run_failed',
  'has_email',
  'deleted',
] as const
export type NotTriedReason = (typeof NOT_TRIED_REASONS)[number]

/**
 * What came of the search for a lead's email, for list types that offer one. The run writes it; the reason is a code
 * of `NOT_TRIED_REASONS`, or the problem of the website. One that ended without an email says when, and how many
 * sources were queried.
 */
export const EMAIL_SEARCH_FIELDS = [
  loose('email_search', 'Email search', 'choice', { facet: true }),
  loose('email_search_reason', 'Email search: reason', 'choice'),
  loose('email_search_sources', 'Email search: sources', 'number'),
  loose('email_search_at', 'Email search: date', 'date'),
]
