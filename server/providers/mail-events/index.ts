import type { MailEventSender } from '#contract/branding/mail-events.ts'
import type { EventSender } from './event-sender.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'

export { EventRefused, type RequestHeaders, type SenderEvent } from './event-sender.ts'

export const EVENT_SENDERS: Record<MailEventSender, EventSender> = { postmark, sendgrid, mailgun, ses }

/** Headers that the service behind a mail server returns in its events. */
export function referenceHeaders(host: string, reference: string): Record<string, string> {
  const sender = Object.values(EVENT_SENDERS).find(({ headers }) => headers?.host.test(host))
  return sender?.headers?.make(reference) ?? {}
}
