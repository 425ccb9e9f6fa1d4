import * as z from 'zod/mini'
import { Done, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { brandAccess, siteQuery } from './site.ts'

/** Services that send mail and report bounces and complaints by webhook. */
export const MAIL_EVENT_SENDERS = ['postmark', 'sendgrid', 'mailgun', 'ses'] as const
export type MailEventSender = (typeof MAIL_EVENT_SENDERS)[number]

/** Outcome of a mail after a server accepted it: `sender` is a fault on our side. */
export const MAIL_BOUNCES = ['hard', 'soft', 'sender', 'complaint'] as const
export type BounceKind = (typeof MAIL_BOUNCES)[number]

/** Origin of a bounce: the server's reply, a bounce report, or a service. */
export const BOUNCE_SOURCES = ['server', 'report', ...MAIL_EVENT_SENDERS] as const
export type BounceSource = (typeof BOUNCE_SOURCES)[number]

/** Instructions for connecting a service. */
export const MAIL_EVENT_SETUP: Record<
  MailEventSender,
  { label: string; secretLabel: string; secretHint: string }
> = {
  postmark: {
    label: 'Postmark',
    secretLabel: 'Password',
    secretHint:
      'At least 16 characters. Enter it in Postmark as the webhook’s basic auth password, with any username.',
  },
  sendgrid: {
    label: 'SendGrid',
    secretLabel: 'Verification key',
    secretHint: 'In SendGrid under Event Webhook, Signature verification',
  },
  mailgun: {
    label: 'Mailgun',
    secretLabel: 'HTTP webhook signing key',
    secretHint: 'In Mailgun under API security',
  },
  ses: {
    label: 'Amazon SES',
    secretLabel: 'Topic ARN',
    secretHint:
      'The SNS topic that SES sends notifications to, such as arn:aws:sns:us-east-1:123456789012:mail',
  },
}

/** Webhook of a service. Its secret is stored sealed and never shown. */
export const MailEventSource = z.object({
  sender: z.enum(MAIL_EVENT_SENDERS),
  address: z.string().check(z.describe('The URL to enter at the service')),
  is_set: z.boolean().check(z.describe('Events are accepted')),
  updated_at: z.nullable(Timestamp),
  last_event_at: z.nullable(Timestamp).check(z.describe('When the last genuine request arrived')),
  last_error: z.nullable(z.string()).check(z.describe('Why a request was refused')),
  last_error_at: z.nullable(Timestamp),
})
export type MailEventSource = z.output<typeof MailEventSource>

const api = defineArea({ tag: 'Mail', access: brandAccess, scope: 'write' })
const query = z.strictObject(siteQuery)
const params = z.object({ sender: z.enum(MAIL_EVENT_SENDERS) })

export const listMailEventSources = api.get('/api/wl/smtp/event-sources', {
  name: 'mailEvents.index',
  reads: ['mail_server', 'brand', 'domains'],
  summary: 'Webhooks for bounces and complaints about a brand’s emails',
  query,
  reply: z.object({ data: z.array(MailEventSource) }),
  errors: ['not_found'],
})

export const saveMailEventSource = api.put('/api/wl/smtp/event-sources/{sender}', {
  name: 'mailEvents.save',
  changes: ['mail_server'],
  audit: 'mail_server.events_saved',
  summary: 'Set up the webhook of a service, or change its verification key',
  description:
    'SendGrid: its verification key. Mailgun: the HTTP webhook signing key. Amazon SES: the ARN of the SNS topic. Postmark signs nothing: a password of at least 16 characters for basic authentication.',
  params,
  query,
  body: z.strictObject({ secret: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  reply: z.object({ data: MailEventSource, message: z.string() }),
  errors: ['validation_failed'],
})

export const removeMailEventSource = api.delete('/api/wl/smtp/event-sources/{sender}', {
  name: 'mailEvents.remove',
  changes: ['mail_server'],
  audit: 'mail_server.events_removed',
  summary: 'Stop accepting events of a service',
  params,
  query,
  reply: Done,
})
