import type { MailEntry, SentMail } from '#contract/branding/mail.ts'
import type { MailRow } from './mail-store.ts'
import { secretNames } from './mail-templates.ts'

/** Placeholder of a code or link. */
const MASK = '••••••'

export const maskedSecrets = (template: string): Record<string, string> =>
  Object.fromEntries(secretNames(template).map((name) => [name, MASK]))

/** Whether a mail still has everything it needs at the time `now`. */
export const isComplete = (row: MailRow, now: Date): boolean =>
  (row.expires_at === null || row.expires_at > now) &&
  (row.secrets_sealed !== null || secretNames(row.template).length === 0)

const moment = (date: Date | null) => date?.toISOString() ?? null

/** A mail in its brand's log, without variables and sealed secrets. */
export const presentSent = (row: MailRow): SentMail => ({
  id: row.id,
  recipient: row.recipient,
  template: row.template,
  state: row.state,
  attempts: row.attempts,
  last_error: row.last_error,
  via: row.via,
  bounce: row.bounce,
  bounce_source: row.bounce_source,
  created_at: row.created_at.toISOString(),
  sent_at: moment(row.sent_at),
})

/** The same for administrators. */
export const presentMail = (row: MailRow, now: Date): MailEntry => ({
  ...presentSent(row),
  site_id: row.site_id,
  account_id: row.account_id,
  user_id: row.user_id,
  message_id: row.message_id,
  transport: row.transport,
  expires_at: moment(row.expires_at),
  can_retry: (row.state === 'failed' || row.state === 'queued') && isComplete(row, now),
})
