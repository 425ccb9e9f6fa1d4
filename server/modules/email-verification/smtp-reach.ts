import type { VerifierStatus } from '#server/providers/email-verifiers/index.ts'

/** Whether mail servers can be asked about mailboxes. */
export type SmtpReach = 'on' | 'untested' | 'closed' | 'off'

/** The state of the verifier in one word. When asking is forced on, nobody looks at the port beforehand. */
export function reachOf({ smtp, port25 }: VerifierStatus): SmtpReach {
  if (smtp !== 'auto') return smtp
  return port25 === 'open' ? 'on' : port25
}

const WORDS: Record<SmtpReach, string> = {
  on: 'Mail servers are asked: addresses are checked down to the mailbox.',
  untested:
    'No mail server has been asked from here yet. The first checks show whether port 25 is open for this installation.',
  closed:
    'Port 25 is closed for this installation, as with many hosting providers. Spelling, domain and mail servers of an address are checked, its mailbox is not: the address gets the state port25_unavailable and counts as potential.',
  off: 'Asking mail servers is switched off (VERIFY_SMTP=off). Spelling, domain and mail servers of an address are checked, its mailbox is not: the address gets the state port25_unavailable and counts as potential.',
}

/** What that means for results, and when a closed port is tried again. */
export const reachText = (reach: SmtpReach, retryAt: Date | null): string =>
  reach === 'closed' && retryAt
    ? `${WORDS.closed} The port is tried again at ${retryAt.toISOString().slice(11, 16)} UTC.`
    : WORDS[reach]
