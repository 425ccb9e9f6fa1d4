import type { MailEntry, MailSetup } from '#contract/branding/mail.ts'
import type { BounceKind } from '#contract/branding/mail-events.ts'
import { isMailTemplate, MAIL_KINDS } from '#contract/branding/mail-kinds/index.ts'

/** Polling interval while mails wait or are being sent, in milliseconds. */
export const POLL_MS = 5000

type MailState = MailEntry['state']

/** Label of a mail; an unknown one is shown by its name. */
export function templateLabel(template: string): string {
  if (isMailTemplate(template)) return MAIL_KINDS[template].title
  const text = template.replace(/[-_]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const STATE_LABELS: Record<MailState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Expired',
  suppressed: 'Not sent',
}

export const BOUNCE_LABELS: Record<BounceKind, string> = {
  hard: 'Bounced: no such address',
  soft: 'Bounced: full or unavailable',
  sender: 'Rejected: sender',
  complaint: 'Marked as spam',
}

/** Each state as the `StateBadge` state that looks alike. */
const LOOKS: Record<MailState, string> = {
  queued: 'queued',
  sending: 'running',
  sent: 'succeeded',
  failed: 'failed',
  expired: 'not_found',
  suppressed: 'cancelled',
}

/** A mail's state for `StateBadge`. A mail that was only logged was sent to nobody, and says so. */
export function stateBadge(mail: {
  state: MailState
  bounce: BounceKind | null
  transport?: MailEntry['transport']
}): { state: string; label: string } {
  if (mail.bounce) return { state: 'failed', label: BOUNCE_LABELS[mail.bounce] }
  return mail.state === 'sent' && mail.transport === 'console'
    ? { state: 'unchecked', label: 'Logged only' }
    : { state: LOOKS[mail.state], label: STATE_LABELS[mail.state] }
}

/** Whether something is in progress, so that the page should poll. */
export const isAnyPending = (mails: readonly Pick<MailEntry, 'state'>[]): boolean =>
  mails.some(({ state }) => state === 'queued' || state === 'sending')

const ENCRYPTION: Record<NonNullable<MailSetup['server']>['encryption'], string> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
  optional: 'STARTTLS where offered',
}

/** How a mail server is reached, in a few words. */
export const serverLabel = ({ host, port, encryption, signs_in }: NonNullable<MailSetup['server']>): string =>
  [`${host}:${port}`, ENCRYPTION[encryption], signs_in ? 'with a password' : 'without a password'].join(' · ')
