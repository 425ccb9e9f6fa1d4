import type { MailEntry, MailSetup } from '#contract/branding/mail.ts'

/** How often the page looks again while mails wait or are being sent, in milliseconds. */
export const POLL_MS = 5000

type MailState = MailEntry['state']

/** Mails of the product in a few words each. */
const TEMPLATES: Record<string, string> = {
  'confirm-email': 'Confirm the address',
  'already-registered': 'Already has an account',
  'reset-password': 'Password reset',
  'reset-unknown': 'Password reset, no account',
  'password-changed': 'Password changed',
  'mail-change-confirm': 'Confirm the new address',
  'mail-change-taken': 'New address is taken',
  'mail-changed': 'Address changed',
  invitation: 'Invitation to a team',
  'invitation-elsewhere': 'Invitation, has an account elsewhere',
  'second-factor-changed': 'Two-factor authentication changed',
  notification: 'Notification',
  'notification-digest': 'Daily summary',
  test: 'Test',
  'social-linked': 'Linked with another sign-in',
}

/** Which mail it is; one that is unknown here by its own name. */
export function templateLabel(template: string): string {
  if (Object.hasOwn(TEMPLATES, template)) return TEMPLATES[template] as string
  const labels = template.replace(/[-_]+/g, ' ').trim()
  return labels.charAt(0).toUpperCase() + labels.slice(1)
}

export const STATE_LABELS: Record<MailState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Expired',
  suppressed: 'Not sent',
}

/** Each state in the look of one that `StateBadge` knows. */
const LOOKS: Record<MailState, string> = {
  queued: 'queued',
  sending: 'running',
  sent: 'succeeded',
  failed: 'failed',
  expired: 'not_found',
  suppressed: 'cancelled',
}

/** A mail's state for `StateBadge`. One that only went to the log was not sent to anybody, and says so. */
export const stateLook = (mail: Pick<MailEntry, 'state' | 'transport'>): { state: string; label: string } =>
  mail.state === 'sent' && mail.transport === 'console'
    ? { state: 'unchecked', label: 'Logged only' }
    : { state: LOOKS[mail.state], label: STATE_LABELS[mail.state] }

/** Whether something is still under way, so that the page should look again. */
export const underWay = (mails: readonly Pick<MailEntry, 'state'>[]): boolean =>
  mails.some(({ state }) => state === 'queued' || state === 'sending')

const ENCRYPTION: Record<NonNullable<MailSetup['server']>['encryption'], string> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
  optional: 'STARTTLS where offered',
}

/** How a mail server is reached, in a few words. */
export const serverLabel = ({ host, port, encryption, signs_in }: NonNullable<MailSetup['server']>): string =>
  [`${host}:${port}`, ENCRYPTION[encryption], signs_in ? 'with a password' : 'without a password'].join(' · ')
