import type { EmailState } from '#contract/email-states.ts'

interface Meaning {
  state: EmailState
  /** Whether asking again later may give another answer. */
  temporary: boolean
  /** For people, one sentence without full stop. */
  sentence: string
}

/** Every reason a verification can end with, its state and what it means. A closed list. */
export const REASONS = {
  syntax: { state: 'invalid', temporary: false, sentence: 'This is no email address' },
  disposable_domain: {
    state: 'disposable',
    temporary: false,
    sentence: 'The domain gives out addresses that are thrown away after use',
  },
  address_literal: {
    state: 'unknown',
    temporary: false,
    sentence: 'The address names a machine by number instead of a domain and is not asked for',
  },
  null_mx: { state: 'no_mx', temporary: false, sentence: 'The domain says that it takes no mail' },
  no_mail_host: { state: 'no_mx', temporary: false, sentence: 'The domain has no host that takes mail' },
  mx_without_address: {
    state: 'no_mx',
    temporary: false,
    sentence: 'The mail hosts the domain names do not exist',
  },
  dns_failed: {
    state: 'unknown',
    temporary: true,
    sentence: 'The name service gave no answer for the domain',
  },
  mx_not_public: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail hosts of the domain are not on the public internet',
  },
  mx_refused: { state: 'unknown', temporary: true, sentence: 'The mail hosts refuse the connection' },
  mx_timeout: { state: 'unknown', temporary: true, sentence: 'The mail hosts do not answer' },
  mx_unreachable: { state: 'unknown', temporary: true, sentence: 'There is no way to the mail hosts' },
  smtp_switched_off: {
    state: 'port25_unavailable',
    temporary: false,
    sentence: 'Asking mail hosts is switched off here',
  },
  port25_closed: {
    state: 'port25_unavailable',
    temporary: true,
    sentence: 'Mail hosts cannot be reached from here: port 25 seems to be closed',
  },
  greeting_refused: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host takes no connections from us',
  },
  smtp_timeout: { state: 'unknown', temporary: true, sentence: 'The mail host was too slow' },
  smtp_closed: { state: 'unknown', temporary: true, sentence: 'The mail host ended the connection' },
  bad_reply: { state: 'unknown', temporary: false, sentence: 'The mail host does not speak the protocol' },
  utf8_not_supported: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host takes no addresses with letters beyond ASCII',
  },
  mailbox_accepted: {
    state: 'valid',
    temporary: false,
    sentence: 'The mail host takes mail for this address',
  },
  accepts_everything: {
    state: 'catch_all',
    temporary: false,
    sentence: 'The mail host takes mail for every address of the domain',
  },
  catch_all_unchecked: {
    state: 'risky',
    temporary: false,
    sentence: 'The mail host takes the address, but perhaps it takes every address',
  },
  provider_accepts_unreliably: {
    state: 'risky',
    temporary: false,
    sentence: 'The mail host takes the address, but its provider often takes addresses that do not exist',
  },
  provider_rejects_unreliably: {
    state: 'risky',
    temporary: false,
    sentence: 'The mail host refuses the address, but its provider often refuses addresses that exist',
  },
  full_inbox: { state: 'risky', temporary: false, sentence: 'The mailbox is full' },
  mailbox_unknown: { state: 'invalid', temporary: false, sentence: 'The mail host knows no such mailbox' },
  mailbox_disabled: { state: 'invalid', temporary: false, sentence: 'The mailbox has been shut down' },
  greylisted: {
    state: 'greylisted',
    temporary: true,
    sentence: 'The mail host puts strangers off and wants to be asked again later',
  },
  temporary_failure: {
    state: 'unknown',
    temporary: true,
    sentence: 'The mail host cannot answer at the moment',
  },
  probe_blocked: {
    state: 'provider_blocks_probe',
    temporary: false,
    sentence: 'The mail host blocks our question, by a policy or the reputation of our address',
  },
  probe_refused: {
    state: 'provider_blocks_probe',
    temporary: false,
    sentence: 'The provider of the mail host refuses such questions',
  },
  relay_denied: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host says that the domain is not its own',
  },
  sign_in_required: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host wants encryption or a sign-in first',
  },
  sender_refused: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host does not accept our sender address',
  },
  rejected_without_cause: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host refuses the address without saying why',
  },
  host_does_not_say: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail host does not say whether the mailbox exists',
  },
  check_failed: { state: 'unknown', temporary: true, sentence: 'The check itself went wrong' },
} as const satisfies Record<string, Meaning>

/** A reason code. */
export type Reason = keyof typeof REASONS
