import { EMAIL_FILTER } from '../core/constants.ts'

/** What is known about an address (design of verification: each with a reason, none of them guessed). */
export const EMAIL_STATES = [
  'valid',
  'invalid',
  'catch_all',
  'risky',
  'greylisted',
  'provider_blocks_probe',
  'port25_unavailable',
  'disposable',
  'no_mx',
  'unknown',
] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** The word of each state, from the best to the worst: the order in which screens show them. */
export const EMAIL_STATE_LABELS: Record<EmailState, string> = {
  valid: 'Verified',
  catch_all: 'Accept-all',
  risky: 'Risky',
  greylisted: 'Greylisted',
  disposable: 'Disposable',
  provider_blocks_probe: 'Server blocks checks',
  port25_unavailable: 'Not checked',
  unknown: 'Unknown',
  invalid: 'Invalid',
  no_mx: 'No mail server',
}

/** Counts and filters put leads without a result of a check under these, beside the states: nobody has checked or could check the address, or there is none. */
export const EMAIL_NOT_CHECKED = 'not_checked'
export const NO_EMAIL = 'no_email'

/** Which states the email filter means; a lead without an address counts as not found. */
export const STATES_OF_EMAIL_FILTER: Record<number, readonly EmailState[]> = {
  [EMAIL_FILTER.found]: ['valid'],
  [EMAIL_FILTER.potentialsFound]: [
    'catch_all',
    'risky',
    'greylisted',
    'provider_blocks_probe',
    'port25_unavailable',
    'unknown',
    'disposable',
  ],
  [EMAIL_FILTER.notFound]: ['invalid', 'no_mx'],
}

/** Whose an address is: the company's main one, a function's, a person's own, a mailing list's, or made from the domain's pattern. */
export const EMAIL_KINDS = ['org', 'role', 'person', 'list', 'inferred'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** An address in one of these states is found or potential: it is what a credit pays for. */
export const PAID_EMAIL_STATES: readonly EmailState[] = [
  ...(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.found] ?? []),
  ...(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.potentialsFound] ?? []),
]
