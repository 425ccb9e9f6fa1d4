import * as z from 'zod/mini'
import { Done, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MAIL_CATEGORIES } from './mail-kinds/define.ts'
import { brandAccess, siteQuery } from './site.ts'

/** Why an address no longer gets emails. */
export const MAIL_SUPPRESSION_REASONS = ['bounced', 'complained', 'unsubscribed'] as const
export type MailSuppressionReason = (typeof MAIL_SUPPRESSION_REASONS)[number]
/** Soft bounces in a row within 30 days that count as a hard one. */
export const SOFT_BOUNCES = 5

/** Maximum size of a bounce report in bytes. */
export const MAX_REPORT_BYTES = 1024 * 1024

const api = defineArea({ tag: 'Mail', access: 'public' })

export const takeMailReport = api.post('/api/mail-bounces', {
  name: 'mailBounces.report',
  kind: 'upload',
  changes: ['mails'],
  audit: 'mail.bounced',
  summary: 'Receive a bounce report (RFC 3464) as raw bytes',
  description:
    'A mail server forwards messages to `b.…` addresses here. The address in `to`, or in the headers of the report, proves that the report belongs to a sent email; other reports are ignored.',
  query: z.strictObject({ to: z.optional(text(320)) }),
  reply: z.object({ accepted: z.boolean() }),
  errors: ['payload_too_large'],
})

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) })
const Subscription = z.object({
  address: z.string(),
  category: z.enum(MAIL_CATEGORIES),
  subscribed: z.boolean(),
})

export const showSubscription = api.get('/api/unsubscribe/{token}', {
  name: 'unsubscribe.show',
  reads: ['mails'],
  summary: 'Details of an unsubscribe link; changes nothing',
  params,
  reply: z.object({ data: Subscription }),
})

export const setSubscription = api.post('/api/unsubscribe/{token}', {
  name: 'unsubscribe.set',
  changes: ['mails'],
  audit: 'mail.unsubscribed',
  summary: 'Unsubscribe with one click (RFC 8058), or subscribe again',
  description: 'Email programs send a form instead of JSON; that unsubscribes.',
  params,
  body: z.optional(z.strictObject({ subscribed: z.optional(z.boolean()) })),
  reply: z.object({ data: Subscription }),
})

export const resumeSending = api.post('/api/wl/smtp/resume', {
  name: 'mailServer.resume',
  access: brandAccess,
  scope: 'write',
  changes: ['mail_server', 'mails'],
  idempotent: true,
  audit: 'mail_server.resumed',
  summary: 'Resume all emails after too many bounces',
  query: z.strictObject(siteQuery),
  reply: Done,
  errors: ['not_found'],
})

/** An address that gets no notices, reports and news of a brand. */
export const MailSuppression = z.object({
  address: z.string(),
  category: z.enum(['all', ...MAIL_CATEGORIES]).check(z.describe('`all`, or the unsubscribed category')),
  reason: z.enum(MAIL_SUPPRESSION_REASONS),
  created_at: Timestamp,
})
export type MailSuppression = z.output<typeof MailSuppression>

export const mailSuppressions = api.get('/api/wl/smtp/suppressions', {
  name: 'mailSuppressions.index',
  access: brandAccess,
  scope: 'read',
  reads: ['mails'],
  summary: 'Addresses that get no emails of a brand, in alphabetical order',
  description: 'Security and billing emails are sent anyway.',
  query: z.strictObject({
    ...siteQuery,
    ...pageQuery,
    reason: z.optional(z.enum(MAIL_SUPPRESSION_REASONS)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  }),
  reply: page(MailSuppression),
  errors: ['not_found'],
})

export const liftMailSuppression = api.post('/api/wl/smtp/suppressions/lift', {
  name: 'mailSuppressions.lift',
  access: brandAccess,
  scope: 'write',
  changes: ['mails'],
  idempotent: true,
  audit: 'mail.suppression_lifted',
  summary: 'Allow emails to an address that bounced or complained',
  description:
    'Unsubscribed addresses stay unsubscribed: only the person can subscribe again, with the link of an email.',
  query: z.strictObject(siteQuery),
  body: z.strictObject({ address: text(320) }),
  reply: Done,
  errors: ['not_found', 'conflict'],
})
