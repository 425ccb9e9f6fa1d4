import * as z from 'zod/mini'
import {
  ACCOUNT_SETTING_NAMES,
  accountSettingFields,
  accountSettingOptions,
} from '../accounts/account-settings.ts'
import { Done, Id, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { HOUR_CYCLES, LOCALES } from '../core/locales.ts'
import { personName } from '../core/person-name.ts'
import { Code, Email, passwordFields, passwordsMatch } from './auth.ts'
import { User } from './user.ts'

const api = defineArea({ tag: 'Account', access: {} })

export const me = api.get('/api/me', {
  name: 'me.show',
  scope: 'read',
  whileClosed: true,
  reads: ['me'],
  summary: 'The signed-in user',
  reply: z.object({ data: User }),
  cli: {
    name: 'whoami',
    summary: 'Who is signed in, and in which account',
    text: ['{email}', 'Account: {account.name} ({account.id})', 'Role: {role}'],
  },
})

export const updateMe = api.post('/api/me', {
  name: 'me.update',
  changes: ['me', 'team'],
  audit: 'profile.changed',
  summary: 'Change your profile',
  description: `Absent fields keep their value. ${ACCOUNT_SETTING_NAMES.map((name) => `\`${name}\``).join(' and ')} belong to the account and require its owner.`,
  body: z.strictObject({
    first_name: z.optional(personName()),
    last_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    ...accountSettingFields,
    own_time_zone: z.optional(
      z
        .nullable(z.string().check(z.minLength(1), z.maxLength(64)))
        .check(z.describe('Of the person; null follows the browser; in emails, the account')),
    ),
    locale: z.optional(z.nullable(z.enum(LOCALES))),
    hour_cycle: z.optional(z.nullable(z.enum(HOUR_CYCLES))),
  }),
  reply: z.object({ data: User, message: z.string() }),
  errors: ['forbidden'],
  cli: {
    name: 'account set',
    summary: 'Change the settings of your account, for its owner',
    options: accountSettingOptions,
    examples: ['leadwright account set --time-zone Europe/Oslo --json'],
    text: ['{message}'],
    json: 'account',
  },
})

/** The password, required again before sensitive changes by people who have one. */
const CurrentPassword = z.optional(z.string().check(z.minLength(1), z.maxLength(1000)))

export const changePassword = api.post('/api/me/password', {
  name: 'me.password',
  acting: 'never',
  whileLocked: true,
  changes: ['me', 'sessions'],
  audit: 'password.changed',
  summary: 'Change your password',
  description:
    'Ends every other session. A person without a password sets the first one through /auth/forgot-password.',
  body: z
    .strictObject({
      current_password: z.string().check(z.minLength(1), z.maxLength(1000)),
      ...passwordFields,
    })
    .check(passwordsMatch),
  reply: z.object({ success: z.literal(true), message: z.string(), sessions_ended: z.int() }),
  errors: ['conflict', 'rate_limited'],
})

export const mailChange = api.post('/api/mail-change', {
  name: 'me.mailChange',
  acting: 'never',
  changes: ['me'],
  audit: 'email.change_requested',
  summary: 'Request an email change; a code is sent to the new address',
  body: z.strictObject({ email: Email, password: CurrentPassword }),
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ email: z.string(), expires_at: Timestamp }),
  }),
  errors: ['conflict', 'rate_limited'],
})

export const mailChangeResend = api.post('/api/mail-change/resend', {
  name: 'me.mailChangeResend',
  acting: 'never',
  audit: 'email.code_sent',
  summary: 'Send a new code for the email change in progress',
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ email: z.string(), expires_at: Timestamp }),
  }),
  errors: ['conflict', 'rate_limited'],
})

export const mailChangeConfirm = api.post('/api/mail-change/confirm', {
  name: 'me.mailChangeConfirm',
  acting: 'never',
  changes: ['me', 'team', 'sessions'],
  audit: 'email.changed',
  summary: 'Confirm the new email address with the code sent to it',
  body: z.strictObject({ code: Code }),
  reply: z.object({ data: User, message: z.string() }),
  errors: ['invalid_code', 'rate_limited'],
})

/** A version of a site's terms. `body` is plain text with blank lines between paragraphs. */
export const Terms = z.object({
  id: Id,
  version: z.int(),
  title: z.string(),
  body: z.string(),
  published_at: Timestamp,
})

export const terms = api.get('/api/terms', {
  name: 'terms.show',
  access: 'public',
  reads: ['terms'],
  summary: 'The latest terms of this site',
  reply: z.object({ data: z.nullable(Terms) }),
})

export const acceptTerms = api.post('/api/accept-terms', {
  name: 'terms.accept',
  acting: 'never',
  whileLocked: true,
  changes: ['me', 'terms'],
  idempotent: true,
  audit: 'terms.accepted',
  summary: 'Accept the terms of this site',
  description: 'The acceptance is stored with time and IP address. A new version has to be accepted again.',
  body: z.strictObject({ version: z.int().check(z.positive()) }),
  reply: z.object({ data: User, message: z.string() }),
  errors: ['conflict'],
})

export const publishTerms = api.create('/api/terms', {
  name: 'terms.publish',
  access: { can: 'manage_account' },
  changes: ['terms'],
  idempotent: true,
  audit: 'terms.published',
  summary: 'Publish a new version of a site’s terms',
  description:
    'Without `site_id` the terms of all sites without their own: administrators only. With it, the owner of the site.',
  body: z.strictObject({
    site_id: z.optional(Id),
    title: personName(200),
    body: z.string().check(z.trim(), z.minLength(1), z.maxLength(200_000)),
  }),
  reply: z.object({ data: Terms }),
  errors: ['forbidden', 'not_found'],
})

export const secondFactor = api.get('/api/second-factor', {
  name: 'secondFactor.show',
  whileLocked: true,
  reads: ['second_factor'],
  summary: 'Whether two-factor authentication is on',
  reply: z.object({
    data: z.object({
      enabled: z.boolean(),
      enabled_at: z.nullable(Timestamp),
      recovery_codes_left: z.int(),
    }),
  }),
})

export const startSecondFactor = api.post('/api/second-factor/begin', {
  name: 'secondFactor.start',
  acting: 'never',
  audit: 'second_factor.begun',
  summary: 'Get a secret for an authenticator app; active once a code confirms it',
  body: z.strictObject({ password: CurrentPassword }),
  reply: z.object({
    data: z.object({
      secret: z.string().check(z.describe('Base32, to type in by hand')),
      uri: z.string().check(z.describe('otpauth:// address, to show as a QR code')),
    }),
  }),
  errors: ['conflict', 'rate_limited'],
})

const RecoveryCodes = z.object({
  data: z.object({ recovery_codes: z.array(z.string()) }),
  message: z.string(),
})

export const enableSecondFactor = api.post('/api/second-factor/enable', {
  name: 'secondFactor.enable',
  acting: 'never',
  changes: ['second_factor', 'me', 'team', 'checklist'],
  audit: 'second_factor.enabled',
  summary: 'Turn on two-factor authentication with a code from the app',
  description: 'Returns ten recovery codes, each valid for one sign-in. They are shown only once.',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
  errors: ['invalid_code', 'conflict', 'rate_limited'],
})

/** Password and an app code or recovery code, to switch the second factor off. */
const BothProofs = z.strictObject({
  password: CurrentPassword,
  code: z.string().check(z.trim(), z.minLength(6), z.maxLength(40)),
})

export const renewRecoveryCodes = api.post('/api/second-factor/recovery-codes', {
  name: 'secondFactor.recoveryCodes',
  acting: 'never',
  changes: ['second_factor'],
  audit: 'second_factor.recovery_codes_made',
  summary: 'Get ten new recovery codes; the old ones stop working',
  body: BothProofs,
  reply: RecoveryCodes,
  errors: ['invalid_code', 'conflict', 'rate_limited'],
})

export const disableSecondFactor = api.post('/api/second-factor/disable', {
  name: 'secondFactor.disable',
  acting: 'never',
  changes: ['second_factor', 'me', 'team', 'checklist'],
  audit: 'second_factor.disabled',
  summary: 'Turn off two-factor authentication',
  body: BothProofs,
  reply: Done,
  errors: ['invalid_code', 'conflict', 'rate_limited'],
})

/**
 * Onboarding steps with their state, shown until all are done or dismissed. The first three set up an installation
 * and are for its administrators.
 */
export const CHECKLIST_STEPS = [
  'load_corpus',
  'set_up_mail',
  'set_brand',
  'confirm_email',
  'try_sample',
  'first_search',
  'second_factor',
  'invite_team',
] as const
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number]
export const Checklist = z.object({
  steps: z.array(z.object({ id: z.enum(CHECKLIST_STEPS), done: z.boolean() })),
  dismissed: z.boolean(),
})

export const checklist = api.get('/api/checklist', {
  name: 'checklist.show',
  scope: 'read',
  reads: ['checklist'],
  summary: 'Onboarding steps of the person, with their state',
  reply: z.object({ data: Checklist }),
})

export const dismissChecklist = api.post('/api/checklist/dismiss', {
  name: 'checklist.dismiss',
  changes: ['checklist'],
  idempotent: true,
  audit: 'checklist.dismissed',
  summary: 'Dismiss the checklist, or bring it back',
  body: z.strictObject({ dismissed: z._default(z.boolean(), true) }),
  reply: z.object({ data: Checklist }),
})
