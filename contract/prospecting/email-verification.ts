import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { MAX_EMAILS_PER_CALL } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { EMAIL_STATES } from '../leads/email-states.ts'

/** A line of the talk with the mail server: `>` is ours, `<` is theirs. */
const TranscriptLine = z.object({
  dir: z.enum(['>', '<', '!']).check(z.describe('! is a note of ours, such as a time-out')),
  line: z.string(),
  at_ms: z.int(),
})

/** How we came to check an address: someone asked for it, or a search or an enrichment came across it. */
export const VERIFICATION_ORIGINS = ['user', 'search'] as const
export type VerificationOrigin = (typeof VERIFICATION_ORIGINS)[number]

/** What is known about one address, and how. */
export const EmailVerification = z.object({
  email: z.string(),
  state: z.enum(EMAIL_STATES),
  reason: z
    .string()
    .check(z.describe('Reason code, e.g. accepted, no_such_user, catch_all, null_mx, bounced')),
  reason_text: z.string().check(z.describe('The reason as a sentence')),
  flags: z.object({ disposable: z.boolean(), free: z.boolean(), role: z.boolean() }),
  suggestion: z.nullable(z.string()).check(z.describe('What was probably meant, for a mistyped domain')),
  mx: z.nullable(
    z.object({ hosts: z.array(z.string()), provider: z.nullable(z.string()), fallback: z.boolean() }),
  ),
  catch_all: z
    .nullable(z.boolean())
    .check(z.describe('Whether the server takes any address; null: not known')),
  transcript: z.array(TranscriptLine),
  tries: z.int(),
  checked_at: z.nullable(Timestamp),
  next_try_at: z.nullable(Timestamp).check(z.describe('A temporary answer is asked for again then')),
  bounced_at: z.nullable(Timestamp),
  origin: z
    .nullable(z.enum(VERIFICATION_ORIGINS))
    .check(
      z.describe(
        'user: somebody asked for the check; search: only a search or an enrichment did; null: not known',
      ),
    ),
})
export type EmailVerification = z.output<typeof EmailVerification>

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(320))

const api = defineArea({ tag: 'Email verification', access: { module: 'leads' }, scope: 'write' })

export const verificationStatus = api.get('/api/email-verifications/status', {
  name: 'emailVerification.status',
  summary: 'Whether this installation can ask mail servers about mailboxes',
  reply: z.object({
    data: z.object({
      smtp: z.enum(['on', 'untested', 'closed', 'off']),
      message: z.string().check(z.describe('What that means, as a sentence')),
      since: z.nullable(Timestamp),
    }),
  }),
})

export const verifyEmail = api.post('/api/emails/verify', {
  name: 'emailVerification.verify',
  // Lists show the state of the address too.
  changes: ['email_verifications', 'lists', 'list:*'],
  audit: 'email.verified',
  summary: 'Check one address now and answer the evidence; costs nothing',
  description:
    'Takes up to 40 seconds with a slow mail server. An answer of the last hour is given again unless `fresh`.',
  body: z.strictObject({ email: address, fresh: z._default(z.boolean(), false) }),
  reply: z.object({ data: EmailVerification }),
})

export const showVerification = api.get('/api/email-verifications/{email}', {
  name: 'emailVerification.show',
  reads: ['email_verifications'],
  summary: 'What was found out about an address, with the talk as evidence',
  params: z.object({ email: address }),
  reply: z.object({ data: EmailVerification }),
})

export const startVerification = api.post('/api/email-verifications', {
  name: 'emailVerification.start',
  changes: ['runs'],
  audit: 'run.started',
  summary: 'Check many addresses: a list of them, or a column of an uploaded file',
  idempotent: true,
  status: 201,
  body: z.union([
    z.strictObject({ emails: z.array(address).check(z.minLength(1), z.maxLength(MAX_EMAILS_PER_CALL)) }),
    z.strictObject({
      upload_id: z.string(),
      column: z
        .optional(text(200))
        .check(z.describe('Header of the column; found by its name or content when absent')),
    }),
  ]),
  reply: z.object({ data: Run, message: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const verifications = api.get('/api/email-verifications', {
  name: 'emailVerification.index',
  reads: ['email_verifications'],
  summary: 'Checked addresses, newest first; of one run in the order in which they were given',
  query: z.strictObject({
    ...pageQuery,
    run_id: z.optional(IdParam),
    state: z.optional(z.enum(EMAIL_STATES)),
    origin: z
      .optional(z.enum(VERIFICATION_ORIGINS))
      .check(
        z.describe('user: somebody asked for the check; search: a search or an enrichment; not with run_id'),
      ),
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  reply: z.extend(page(EmailVerification), {
    by_origin: z
      .nullable(z.object({ user: z.int(), search: z.int() }))
      .check(z.describe('Checked addresses by origin, whatever the other filters; null with run_id')),
  }),
})

export const downloadVerifications = api.post('/api/email-verifications/export', {
  name: 'emailVerification.export',
  scope: 'export',
  audit: 'export.created',
  summary: 'A ticket for the checked addresses of a run as CSV',
  body: z.strictObject({ run_id: Id }),
  reply: z.object({
    data: z.object({ url: z.string(), expires_at: Timestamp, filename: z.string() }),
  }),
  errors: ['not_found'],
})
