import type { MailEntry, MailSetup } from '#contract/branding/mail.ts'

/** Polling interval while mails wait or are being sent, in milliseconds. */
export const POLL_MS = 5000

type MailState = MailEntry['state']

/** Labels of the product's mails. */
const TEMPLATES: Record<string, string> = {
  'confirm-email': 'Confirm the address',
  'already-registered': 'Already has an account',
  'reset-password': 'Password reset',
  'reset-unknown': 'Password reset, no account',
  'password-changed': 'Password changed',
  'mail-change-confirm': 'Confirm the new address',
  'mail-change-taken': 'New address already in use',
  'mail-changed': 'Email address changed',
  invitation: 'Invitation to a team',
  'invitation-elsewhere': 'Invitation, already has an account',
  'second-factor-changed': 'Two-factor authentication changed',
  notification: 'Notification',
  'notification-digest': 'Daily summary',
  test: 'Test',
  'social-linked': 'New sign-in method linked',
}

/** Label of a mail; an unknown one is shown by its name. */
export function templateLabel(template: string): string {
  if (Object.hasOwn(TEMPLATES, template)) return TEMPLATES[template] as string
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
export const stateBadge = (mail: Pick<MailEntry, 'state' | 'transport'>): { state: string; label: string } =>
  mail.state === 'sent' && mail.transport === 'console'
    ? { state: 'unchecked', label: 'Logged only' }
    : { state: LOOKS[mail.state], label: STATE_LABELS[mail.state] }

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
