import type { EmailState } from '#contract/leads/email-states.ts'

interface Meaning {
  state: EmailState
  /** Whether a later check may have another result. */
  temporary: boolean
  /** For users; one sentence without a full stop. */
  sentence: string
}

/** All reasons with their state and meaning. A closed list. */
export const REASONS = {
  syntax: { state: 'invalid', temporary: false, sentence: 'This isn’t an email address' },
  disposable_domain: {
    state: 'disposable',
    temporary: false,
    sentence: 'This domain provides disposable addresses',
  },
  address_literal: {
    state: 'unknown',
    temporary: false,
    sentence: 'The address uses an IP address instead of a domain, so it isn’t checked',
  },
  null_mx: { state: 'no_mx', temporary: false, sentence: 'The domain doesn’t accept email' },
  no_mail_host: { state: 'no_mx', temporary: false, sentence: 'The domain has no mail server' },
  mx_without_address: {
    state: 'no_mx',
    temporary: false,
    sentence: 'The domain’s mail servers don’t exist',
  },
  dns_failed: {
    state: 'unknown',
    temporary: true,
    sentence: 'DNS didn’t answer for this domain',
  },
  mx_not_public: {
    state: 'unknown',
    temporary: false,
    sentence: 'The domain’s mail servers aren’t on the public internet',
  },
  mx_refused: { state: 'unknown', temporary: true, sentence: 'The mail servers refuse connections' },
  mx_timeout: { state: 'unknown', temporary: true, sentence: 'The mail servers don’t respond' },
  mx_unreachable: { state: 'unknown', temporary: true, sentence: 'The mail servers can’t be reached' },
  smtp_switched_off: {
    state: 'port25_unavailable',
    temporary: false,
    sentence: 'Mailbox checks are turned off here',
  },
  port25_closed: {
    state: 'port25_unavailable',
    temporary: true,
    sentence: 'Mail servers can’t be reached from here: port 25 seems to be closed',
  },
  greeting_refused: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server refuses connections from us',
  },
  smtp_timeout: { state: 'unknown', temporary: true, sentence: 'The mail server was too slow' },
  smtp_closed: { state: 'unknown', temporary: true, sentence: 'The mail server closed the connection' },
  bad_reply: { state: 'unknown', temporary: false, sentence: 'The mail server doesn’t speak SMTP' },
  utf8_not_supported: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server doesn’t accept non-ASCII addresses',
  },
  mailbox_accepted: {
    state: 'valid',
    temporary: false,
    sentence: 'The mail server accepts this address',
  },
  accepts_everything: {
    state: 'catch_all',
    temporary: false,
    sentence: 'The mail server accepts every address at this domain',
  },
  catch_all_unchecked: {
    state: 'risky',
    temporary: false,
    sentence: 'The mail server accepts this address, but may accept every address',
  },
  provider_accepts_unreliably: {
    state: 'risky',
    temporary: false,
    sentence:
      'The mail server accepts this address, but its provider often accepts addresses that don’t exist',
  },
  provider_rejects_unreliably: {
    state: 'risky',
    temporary: false,
    sentence: 'The mail server rejects this address, but its provider often rejects addresses that exist',
  },
  full_inbox: { state: 'risky', temporary: false, sentence: 'The mailbox is full' },
  mailbox_unknown: { state: 'invalid', temporary: false, sentence: 'This mailbox doesn’t exist' },
  mailbox_disabled: { state: 'invalid', temporary: false, sentence: 'The mailbox was closed' },
  greylisted: {
    state: 'greylisted',
    temporary: true,
    sentence: 'The mail server uses greylisting. We’ll check again later',
  },
  temporary_failure: {
    state: 'unknown',
    temporary: true,
    sentence: 'The mail server can’t answer right now',
  },
  probe_blocked: {
    state: 'provider_blocks_probe',
    temporary: false,
    sentence: 'The mail server blocks our check by policy or IP reputation',
  },
  probe_refused: {
    state: 'provider_blocks_probe',
    temporary: false,
    sentence: 'The mail provider blocks checks',
  },
  relay_denied: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server says it doesn’t handle this domain',
  },
  sign_in_required: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server requires encryption or sign-in',
  },
  sender_refused: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server rejects our sender address',
  },
  rejected_without_cause: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server rejects this address without a reason',
  },
  host_does_not_say: {
    state: 'unknown',
    temporary: false,
    sentence: 'The mail server doesn’t say whether the mailbox exists',
  },
  check_failed: { state: 'unknown', temporary: true, sentence: 'The check failed on our side' },
} as const satisfies Record<string, Meaning>

export type Reason = keyof typeof REASONS
