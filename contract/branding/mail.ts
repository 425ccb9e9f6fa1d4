import * as z from 'zod/mini'
import { Id, optionalText, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { BOUNCE_SOURCES, MAIL_BOUNCES } from './mail-events.ts'
import { brandAccess, siteQuery } from './site.ts'

export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'expired', 'suppressed'] as const

/** A mail in its brand's log, without its content. */
export const SentMail = z.object({
  id: Id,
  recipient: z.string(),
  /** Kind of the mail, e.g. `confirm-email`. */
  template: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  last_error: z.nullable(z.string()),
  via: z.nullable(z.enum(['own', 'platform'])).check(z.describe('Whose mail server took it')),
  bounce: z.nullable(z.enum(MAIL_BOUNCES)),
  bounce_source: z
    .nullable(z.enum(BOUNCE_SOURCES))
    .check(z.describe('Reported by: `server` (rejected at once), `report` (a bounce report), or a service')),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
})
export type SentMail = z.output<typeof SentMail>

/** A mail in the log of administrators. Its content is in `showMail`; codes and links are never shown. */
export const MailEntry = z.extend(SentMail, {
  site_id: z.nullable(Id),
  account_id: z.nullable(Id),
  user_id: z.nullable(Id),
  message_id: z.nullable(z.string()),
  /** Transport; `console` means that it was only logged. */
  transport: z.nullable(z.enum(['smtp', 'console'])),
  expires_at: z.nullable(Timestamp),
  /** Whether it can be sent again: failed or waiting, and still valid. */
  can_retry: z.boolean(),
})
export type MailEntry = z.output<typeof MailEntry>

const logQuery = {
  ...pageQuery,
  state: z.optional(z.enum(MAIL_STATES)),
  bounced: z.optional(z.enum(MAIL_BOUNCES)),
  /** Search text for the recipient's address. */
  search: optionalText(254),
}

const admin = { can: 'administer' } as const

const api = defineArea({ tag: 'Mail', access: { can: 'see_admin' }, scope: 'admin' })

export const mails = api.get('/api/admin/mails', {
  name: 'mail.list',
  reads: ['mails'],
  summary: 'Emails of the last 90 days, newest first',
  query: z.strictObject(logQuery),
  reply: page(MailEntry),
})

export const sentMails = api.get('/api/wl/mails', {
  name: 'mailServer.mails',
  access: brandAccess,
  scope: 'read',
  reads: ['mails'],
  summary: 'Emails of a brand in the last 90 days, newest first',
  query: z.strictObject({ ...siteQuery, ...logQuery }),
  reply: page(SentMail),
  errors: ['not_found'],
})

export const showMail = api.get('/api/admin/mails/{id}', {
  name: 'mail.show',
  reads: ['mails'],
  summary: 'An email with its content; codes and links are masked',
  reply: z.object({
    data: z.extend(MailEntry, { subject: z.string(), text: z.string(), html: z.string() }),
  }),
  errors: ['conflict'],
})

export const retryMail = api.post('/api/admin/mails/{id}/retry', {
  name: 'mail.retry',
  access: admin,
  changes: ['mails'],
  idempotent: true,
  audit: 'mail.sent_again',
  summary: 'Send a failed or waiting email again now',
  description: 'An email whose code or link has expired cannot be sent again: the person requests a new one.',
  reply: z.object({ data: MailEntry, message: z.string() }),
  errors: ['conflict'],
})

/** Mail transport of this installation. The password is never shown. */
export const MailSetup = z.object({
  transport: z.enum(['smtp', 'console']),
  server: z.nullable(
    z.object({
      host: z.string(),
      port: z.int(),
      encryption: z
        .enum(['tls', 'starttls', 'optional'])
        .check(z.describe('`optional`: STARTTLS where the server offers it')),
      signs_in: z.boolean().check(z.describe('Whether a user and a password are set')),
    }),
  ),
  from: z.string().check(z.describe('Sender address')),
  public_url: z.string().check(z.describe('Base address of links in emails')),
  last_sent_at: z
    .nullable(Timestamp)
    .check(z.describe('When a mail server last accepted an email, within 90 days')),
})
export type MailSetup = z.output<typeof MailSetup>

export const mailSetup = api.get('/api/admin/mail-setup', {
  name: 'mail.setup',
  reads: ['mails'],
  summary: 'Mail transport of this installation',
  reply: z.object({ data: MailSetup }),
})

export const sendTestMail = api.post('/api/admin/test-mail', {
  name: 'mail.test',
  access: admin,
  changes: ['mails', 'checklist'],
  audit: 'mail.test_sent',
  summary: 'Send a test email to yourself',
  description: 'Returns before the email is sent: `GET /api/admin/mails/{id}` has its state.',
  reply: z.object({ data: MailEntry }),
})
