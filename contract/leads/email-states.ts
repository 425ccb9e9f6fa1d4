import { EMAIL_FILTER } from '../core/constants.ts'

/** Verification states of an address, each with a reason. */
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

/** Labels in display order, from best to worst. */
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

/** States for leads that were never verified, could not be verified or have no address, in counts and filters. */
export const EMAIL_NOT_CHECKED = 'not_checked'
export const NO_EMAIL = 'no_email'

/** States that each email filter includes; a lead without an address counts as not found. */
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

/** What is in doubt about an address that no check confirmed or refused; a sender gets such ones only on request. */
export const DOUBT_OF_EMAIL_STATE: Partial<Record<EmailState, 'accept_all' | 'risky' | 'unknown'>> = {
  catch_all: 'accept_all',
  risky: 'risky',
  disposable: 'risky',
  greylisted: 'unknown',
  provider_blocks_probe: 'unknown',
  port25_unavailable: 'unknown',
  unknown: 'unknown',
}

/** Type of an address: general, role, person, mailing list, or guessed from the domain's pattern. */
export const EMAIL_KINDS = ['org', 'role', 'person', 'list', 'inferred'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** States in which a check could not tell: such an address is potential, and free until a later check tells. */
export const UNTOLD_EMAIL_STATES: readonly EmailState[] = ['unknown', 'greylisted', 'provider_blocks_probe']

/** States in which an address is found or potential, and costs a credit unless the check could not tell. */
export const PAID_EMAIL_STATES: readonly EmailState[] = [
  ...(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.found] ?? []),
  ...(STATES_OF_EMAIL_FILTER[EMAIL_FILTER.potentialsFound] ?? []),
]
