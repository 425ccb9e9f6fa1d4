import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { MAX_EMAILS_PER_CALL } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { EMAIL_STATES } from '../leads/email-states.ts'

/** A line of the SMTP dialog: `>` is ours, `<` is theirs. */
const TranscriptLine = z.object({
  dir: z.enum(['>', '<', '!']).check(z.describe('! is our own note, such as a time-out')),
  line: z.string(),
  at_ms: z.int(),
})

/** Why an address was checked: on request, or during a search or enrichment. */
export const VERIFICATION_ORIGINS = ['user', 'search'] as const
export type VerificationOrigin = (typeof VERIFICATION_ORIGINS)[number]

/** Verification result of an address with its evidence. */
export const EmailVerification = z.object({
  email: z.string(),
  state: z.enum(EMAIL_STATES),
  reason: z
    .string()
    .check(z.describe('Reason code, e.g. accepted, no_such_user, catch_all, null_mx, bounced')),
  reason_text: z.string().check(z.describe('The reason in one sentence')),
  flags: z.object({ disposable: z.boolean(), free: z.boolean(), role: z.boolean() }),
  suggestion: z.nullable(z.string()).check(z.describe('Suggested correction of a mistyped domain')),
  mx: z.nullable(
    z.object({ hosts: z.array(z.string()), provider: z.nullable(z.string()), fallback: z.boolean() }),
  ),
  catch_all: z
    .nullable(z.boolean())
    .check(z.describe('Whether the server accepts every address; null: unknown')),
  transcript: z.array(TranscriptLine),
  tries: z.int(),
  checked_at: z.nullable(Timestamp),
  next_try_at: z.nullable(Timestamp).check(z.describe('When a temporary result is checked again')),
  bounced_at: z.nullable(Timestamp),
  origin: z
    .nullable(z.enum(VERIFICATION_ORIGINS))
    .check(z.describe('user: checked on request; search: only during a search or enrichment; null: unknown')),
})
export type EmailVerification = z.output<typeof EmailVerification>

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(320))

/** What concerns leads of all lists of the account. */
const ALL_LISTS = { module: 'leads', can: 'see_all_lists' } as const

const api = defineArea({ tag: 'Email verification', access: { module: 'leads' }, scope: 'write' })

export const verificationStatus = api.get('/api/email-verifications/status', {
  name: 'emailVerification.status',
  summary: 'Whether this installation can verify mailboxes',
  reply: z.object({
    data: z.object({
      smtp: z.enum(['on', 'untested', 'closed', 'off']),
      message: z.string().check(z.describe('Explanation in one sentence')),
      since: z.nullable(Timestamp),
    }),
  }),
})

export const verifyEmail = api.post('/api/emails/verify', {
  name: 'emailVerification.verify',
  // Lists show the state of the address too.
  changes: ['email_verifications', 'lists', 'list:*'],
  audit: 'email.verified',
  summary: 'Verify one address now and return the evidence; free',
  description:
    'Takes up to 40 seconds with a slow mail server. A result of the last hour is reused unless `fresh`.',
  body: z.strictObject({ email: address, fresh: z._default(z.boolean(), false) }),
  reply: z.object({ data: EmailVerification }),
})

export const showVerification = api.get('/api/email-verifications/{email}', {
  name: 'emailVerification.show',
  access: ALL_LISTS,
  reads: ['email_verifications'],
  summary: 'Verification of an address, with the SMTP dialog as evidence',
  params: z.object({ email: address }),
  reply: z.object({ data: EmailVerification }),
})

export const startVerification = api.create('/api/email-verifications', {
  name: 'emailVerification.start',
  access: ALL_LISTS,
  changes: ['runs'],
  audit: 'run.started',
  summary: 'Verify many addresses: a list of them, or a column of an uploaded file',
  idempotent: true,
  body: z.union([
    z.strictObject({ emails: z.array(address).check(z.minLength(1), z.maxLength(MAX_EMAILS_PER_CALL)) }),
    z.strictObject({
      upload_id: z.string(),
      column: z
        .optional(text(200))
        .check(z.describe('Header of the column; detected by name or content when absent')),
    }),
  ]),
  reply: z.object({ data: Run, message: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const verifications = api.get('/api/email-verifications', {
  name: 'emailVerification.index',
  access: ALL_LISTS,
  reads: ['email_verifications'],
  summary: 'Verified addresses, newest first; those of one run in their original order',
  query: z.strictObject({
    ...pageQuery,
    run_id: z.optional(IdParam),
    state: z.optional(z.enum(EMAIL_STATES)),
    origin: z
      .optional(z.enum(VERIFICATION_ORIGINS))
      .check(
        z.describe('user: checked on request; search: during a search or an enrichment; not with run_id'),
      ),
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  reply: z.extend(page(EmailVerification), {
    by_origin: z
      .nullable(z.object({ user: z.int(), search: z.int() }))
      .check(z.describe('Verified addresses by origin, ignoring other filters; null with run_id')),
  }),
})

export const downloadVerifications = api.post('/api/email-verifications/export', {
  name: 'emailVerification.export',
  access: ALL_LISTS,
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the verified addresses of a run as CSV',
  body: z.strictObject({ run_id: Id }),
  reply: z.object({
    data: z.object({ url: z.string(), expires_at: Timestamp, filename: z.string() }),
  }),
  errors: ['not_found'],
})
