import type { VerifierStatus } from '#server/providers/email-verifiers/index.ts'

/** Whether mail servers can be queried about mailboxes. */
export type SmtpReach = 'on' | 'untested' | 'closed' | 'off'

/** The verifier's state. When checks are forced on, the port is not tested first. */
export function findReach({ smtp, port25 }: VerifierStatus): SmtpReach {
  if (smtp !== 'auto') return smtp
  return port25 === 'open' ? 'on' : port25
}

const SENTENCES: Record<SmtpReach, string> = {
  on: 'Mailbox checks work: addresses are checked with their mail server.',
  untested:
    'No mailbox has been checked yet. The first checks show whether port 25 is open for this installation.',
  closed:
    'Port 25 is closed for this installation, as with many hosting providers. We check spelling, domain and mail servers, but not the mailbox: addresses get the state port25_unavailable and count as potential.',
  off: 'Mailbox checks are turned off (VERIFY_SMTP=off). We check spelling, domain and mail servers, but not the mailbox: addresses get the state port25_unavailable and count as potential.',
}

/** What the reach means for results, and when a closed port is retried. */
export const reachText = (reach: SmtpReach, retryAt: Date | null): string =>
  reach === 'closed' && retryAt
    ? `${SENTENCES.closed} We try the port again at ${retryAt.toISOString().slice(11, 16)} UTC.`
    : SENTENCES[reach]
