import * as z from 'zod/mini'
import { Done, Id, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { hostOnly } from './domains.ts'
import { brandAccess, siteOption, siteQuery } from './site.ts'

export const SMTP_SECURITIES = ['none', 'starttls', 'tls'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

/** Days for which the record of an old DKIM key has to stay after a key rotation. */
export const DKIM_OVERLAP_DAYS = 7

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const Host = z
  .string()
  .check(z.overwrite(hostOnly), z.toLowerCase(), z.maxLength(253), z.regex(HOST, { error: MESSAGES.type }))
/** A domain name that can have its own records. */
const Domain = Host.check(z.refine((name) => name.includes('.'), { error: MESSAGES.type }))
const Email = z.email().check(z.maxLength(254))

/** A DKIM key. Its private half is stored sealed and never shown. */
export const DkimRecord = z.object({
  domain: z.string(),
  selector: z.string(),
  name: z.string().check(z.describe('Name of the TXT record')),
  value: z.string().check(z.describe('Content of the TXT record')),
  state: z
    .enum(['pending', 'active', 'retiring'])
    .check(
      z.describe(
        '`pending`: waits for its record; `active`: signs mails; `retiring`: replaced, its record must stay until `retires_at`',
      ),
    ),
  created_at: Timestamp,
  retires_at: z.nullable(Timestamp),
})
export type DkimRecord = z.output<typeof DkimRecord>

/** How a brand sends mail. */
export const MailServer = z.object({
  account_id: Id,
  is_platform: z.boolean(),
  host: z.nullable(z.string()).check(z.describe('Null: no own mail server')),
  port: z.nullable(z.int()),
  security: z.nullable(z.enum(SMTP_SECURITIES)),
  username: z.nullable(z.string()),
  has_password: z.boolean(),
  from_address: z.nullable(z.string()),
  reply_to: z.nullable(z.string()),
  fallback: z.boolean().check(z.describe('Use the platform’s mail server while this one cannot be reached')),
  return_domain: z
    .nullable(z.string())
    .check(z.describe('Domain whose mail for `b.…` addresses is forwarded to the bounce endpoint')),
  sends_by: z
    .enum(['own', 'platform', 'log'])
    .check(z.describe('`log`: no mail server, emails are only written to the server log')),
  sends_from: z.string().check(z.describe('Current sender address')),
  dkim: z.array(DkimRecord),
  paused_at: z
    .nullable(Timestamp)
    .check(z.describe('Since when only security and billing emails are sent, because too many bounced')),
  updated_at: z.nullable(Timestamp),
})
export type MailServer = z.output<typeof MailServer>

/** What people set of a mail server. */
export const MailServerSettings = z.strictObject({
  host: Host,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(SMTP_SECURITIES),
  username: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(254)))),
  password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  from_address: Email,
  reply_to: z.optional(z.nullable(Email)),
  fallback: z.optional(z.boolean()),
  return_domain: z.optional(z.nullable(Domain)),
})

const query = z.strictObject(siteQuery)
const api = defineArea({ tag: 'Mail', access: brandAccess, scope: 'write' })
const ServerReply = z.object({ data: MailServer, message: z.optional(z.string()) })

export const showMailServer = api.get('/api/wl/smtp', {
  name: 'mailServer.show',
  reads: ['mail_server', 'brand', 'domains'],
  summary: 'The mail server of a brand, with its DKIM keys',
  query,
  reply: ServerReply,
  errors: ['not_found'],
})

export const saveMailServer = api.put('/api/wl/smtp', {
  name: 'mailServer.save',
  changes: ['mail_server', 'brand', 'checklist'],
  audit: 'mail_server.saved',
  summary: 'Set the mail server of a brand',
  description:
    'The host must be on the public internet. Omit `password` to keep it; changing host, port or user requires it again.',
  query,
  body: MailServerSettings,
  reply: ServerReply,
  errors: ['not_found', 'validation_failed'],
  cli: {
    name: 'smtp set',
    summary: 'Set the mail server of your brand',
    options: {
      host: { value: 'H', help: 'Host of the mail server' },
      port: { value: 'P', help: 'Port of the mail server' },
      from: { field: 'from_address', value: 'F', help: 'Sender address' },
      security: { value: SMTP_SECURITIES.join('|'), help: 'How the connection is encrypted' },
      user: { field: 'username', value: 'U', help: 'User to sign in with' },
      password: { value: 'P', help: 'Password of the user; stored encrypted and never shown' },
      ...siteOption,
    },
    set: { username: null },
    examples: [
      'leadwright smtp set --host smtp.fox.example --port 587 --from hello@fox.example --security starttls --user fox --password SECRET --json',
    ],
    text: ['Emails are sent by {input.host}:{input.port} from {sends_from}'],
  },
})

export const removeMailServer = api.delete('/api/wl/smtp', {
  name: 'mailServer.remove',
  changes: ['mail_server', 'brand', 'checklist'],
  audit: 'mail_server.removed',
  summary: 'Remove the mail server of a brand; the platform’s is used again',
  query,
  reply: Done,
  errors: ['not_found'],
})

export const testMailServer = api.post('/api/wl/smtp/test', {
  name: 'mailServer.test',
  changes: ['mail_server'],
  idempotent: true,
  audit: 'mail_server.tested',
  summary: 'Send a test email and return the server’s responses',
  query,
  body: z.strictObject({ to: Email }),
  reply: z.object({
    data: z.object({
      accepted: z.boolean(),
      reply: z.string().check(z.describe('The server’s response to the email, or the error')),
      replies: z.array(z.string()).check(z.describe('The whole SMTP dialog, line by line')),
      signed: z.boolean().check(z.describe('Whether the email had a DKIM signature')),
    }),
  }),
  errors: ['not_found', 'conflict'],
  cli: {
    name: 'smtp test',
    summary: 'Send a test email and print what the mail server answered',
    options: { to: { value: 'E', help: 'Address to send to' }, ...siteOption },
    examples: ['leadwright smtp test --to you@fox.example --json'],
    text: [{ each: 'replies', line: '{}' }, '{reply}'],
    json: ['accepted', 'reply'],
    fails: '!accepted',
  },
})

export const createDkimKey = api.post('/api/wl/smtp/dkim', {
  name: 'mailServer.dkim',
  changes: ['mail_server'],
  idempotent: true,
  audit: 'mail_server.dkim_created',
  summary: 'Create a DKIM key and the record to publish',
  description:
    'Returns the existing key of the domain, unless `rotate` creates a new one. Emails are signed once DNS shows the record.',
  query,
  body: z.strictObject({ domain: Domain, rotate: z.optional(z.boolean()) }),
  reply: z.object({ data: DkimRecord }),
  errors: ['not_found', 'conflict'],
  cli: {
    name: 'smtp dkim',
    summary: 'Create a DKIM key for a domain and print the record to publish',
    options: {
      domain: { value: 'D', help: 'Domain of the sender’s address' },
      rotate: 'Create a new key even if the domain has one',
      ...siteOption,
    },
    notes: ['Emails are signed once DNS shows the record. Keep the record of an old key for 7 days.'],
    examples: ['leadwright smtp dkim --domain fox.example --json'],
    text: ['{name}  TXT  "{value}"'],
    json: ['name', 'value'],
  },
})

/** DNS check of one email authentication method. */
export const MailCheck = z.object({
  state: z
    .enum(['pass', 'missing', 'fail', 'unknown'])
    .check(z.describe('`unknown`: DNS did not answer, or only a received email can tell')),
  advice: z.string(),
  record: z.nullable(z.string()).check(z.describe('The record found')),
})
export type MailCheck = z.output<typeof MailCheck>

export const checkMailServer = api.post('/api/wl/smtp/check', {
  name: 'mailServer.check',
  changes: ['mail_server'],
  idempotent: true,
  audit: 'mail_server.checked',
  summary: 'Check SPF, DKIM, DMARC and MX of the sender’s domain now',
  query,
  reply: z.object({
    data: z.object({
      domain: z.string(),
      spf: MailCheck,
      dkim: MailCheck,
      dmarc: MailCheck,
      mx: MailCheck,
    }),
  }),
  errors: ['not_found'],
})
