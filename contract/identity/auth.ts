import * as z from 'zod/mini'
import { Id, Timestamp, text } from '../core/common.ts'
import { PASSWORD_MIN_LENGTH } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { personName } from '../core/person-name.ts'
import { SignedIn } from './user.ts'

/** An email address, converted to lower case. */
export const Email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254), z.toLowerCase(), z.email())
/** A new password. Sites may require more than the product's minimum (`password_min_length`). */
export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_MIN_LENGTH, { error: MESSAGES.passwordMin() }), z.maxLength(1000))
/** The six digits of a mailed code; spaces are removed. */
export const Code = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((code: string) => code.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, { error: MESSAGES.minLength(6) })),
)
/** A secret from the server, of a registration, a request or a link. */
export const Secret = z.string().check(z.minLength(20), z.maxLength(200), z.regex(/^[\w.-]+$/))
/** `{password, password_confirmation?}`; a given confirmation must match. */
export const passwordFields = {
  password: NewPassword,
  password_confirmation: z.optional(z.string().check(z.maxLength(1000))),
}
/** Refuses a confirmation that differs from the password. */
export const passwordsMatch = z.refine<{ password: string; password_confirmation?: string }>(
  (body) => body.password_confirmation === undefined || body.password_confirmation === body.password,
  { error: MESSAGES.passwordsMatch, path: ['password_confirmation'] },
)

export const LoginBody = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
  password: z
    .string()
    .check(z.minLength(PASSWORD_MIN_LENGTH, { error: MESSAGES.passwordMin() }), z.maxLength(1000)),
  realm_id: z
    .optional(z.int().check(z.positive()))
    .check(z.describe('The chosen brand, after `brand_choice`')),
})

const api = defineArea({ tag: 'Sign-up', access: 'public' })

export const login = api.post('/auth/login', {
  name: 'auth.login',
  tag: 'Sign-in',
  audit: 'session.started',
  summary: 'Sign in with email and password',
  description:
    'Returns an opaque token that is valid for 30 days or until it is revoked. Send it as `Authorization: Bearer`. ' +
    'With a second factor the answer is `second_factor_required` with `details.challenge`; continue with /auth/login/second-factor.',
  body: LoginBody,
  reply: SignedIn,
  errors: [
    'invalid_credentials',
    'second_factor_required',
    'sign_on_required',
    'brand_choice',
    'rate_limited',
  ],
})

export const loginSecondFactor = api.post('/auth/login/second-factor', {
  name: 'auth.secondFactor',
  tag: 'Sign-in',
  audit: 'session.started',
  summary: 'Finish signing in with the code of an authenticator app or a recovery code',
  body: z.strictObject({
    challenge: Secret,
    code: z.string().check(z.trim(), z.minLength(6), z.maxLength(40)),
  }),
  reply: SignedIn,
  errors: ['invalid_code', 'rate_limited'],
})

export const loginWithSocial = api.post('/auth/login-with-social', {
  name: 'auth.social',
  tag: 'Sign-in',
  audit: 'session.started',
  summary: 'Sign in, or register, with Google or Facebook',
  description:
    'Google: `type` is code (popup, the default), access_token or credential (ID token with a nonce of /auth/login-with-social/nonce). Facebook: access_token. ' +
    'An address that the vendor has not verified is confirmed by a code first: `email_unconfirmed` with `details.registration`, ' +
    'then /auth/confirm-email. A vendor account without address answers `email_required`: call again with `email`.',
  body: z.strictObject({
    provider: z.enum(['google', 'facebook']),
    token: z.string().check(z.minLength(1), z.maxLength(8000)),
    type: z.optional(z.enum(['code', 'access_token', 'credential'])),
    email: z.optional(Email),
    realm_id: z.optional(z.int().check(z.positive())),
  }),
  reply: SignedIn,
  errors: [
    'social_rejected',
    'email_required',
    'email_unconfirmed',
    'second_factor_required',
    'brand_choice',
    'sign_up_closed',
    'rate_limited',
    'unavailable',
  ],
})

export const socialNonce = api.post('/auth/login-with-social/nonce', {
  name: 'auth.socialNonce',
  tag: 'Sign-in',
  changesNothing: true,
  summary: 'A nonce for one sign-in with a Google ID token',
  description:
    'Pass it to Google’s library (`nonce` of `google.accounts.id.initialize`). An ID token (`type: credential`) is accepted once, on ' +
    'the site whose nonce it contains.',
  reply: z.object({ data: z.object({ nonce: z.string(), expires_at: Timestamp }) }),
  errors: ['rate_limited'],
})

export const logout = api.post('/auth/logout', {
  name: 'auth.logout',
  access: {},
  acting: 'always',
  whileClosed: true,
  tag: 'Sign-in',
  audit: 'session.ended',
  summary: 'Revoke the token of this call',
  reply: z.object({
    success: z.literal(true),
    sign_out_url: z
      .optional(z.string())
      .check(z.describe('Page that ends the session at the sign-on’s provider too')),
  }),
})

/** Secret that the browser keeps until the mailed code is entered: the code alone is not enough. */
const Registration = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ registration: z.string(), expires_at: Timestamp }),
})
/** Secret of a password reset, see above. */
const ResetRequest = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ request: z.string(), expires_at: Timestamp }),
})

export const register = api.post('/auth/register', {
  name: 'auth.register',
  changesNothing: true,
  summary: 'Register; a code is sent to the email address',
  description:
    'The answer is the same for every address. The account is created when the code is confirmed, with the modules and free ' +
    'credits of the site’s sign-up plan. Keep `data.registration` for /auth/confirm-email.',
  body: z
    .strictObject({
      first_name: personName(),
      last_name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      company: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      time_zone: z.optional(z.string().check(z.maxLength(64))),
      email: Email,
      ...passwordFields,
      accept_terms: z
        .optional(z.int())
        .check(z.describe('Version of the accepted terms; required if the site has terms')),
      package_id: z
        .optional(Id)
        .check(z.describe('A free package with a public page here, instead of the site’s sign-up plan')),
    })
    .check(passwordsMatch),
  reply: Registration,
  errors: ['sign_up_closed', 'conflict', 'rate_limited'],
})

export const confirmEmail = api.post('/auth/confirm-email', {
  name: 'auth.confirmEmail',
  changes: ['me'],
  audit: 'email.confirmed',
  summary: 'Confirm the email address of a registration and sign in',
  description:
    'Requires the mailed code and proof that the same person registered: `registration` of that answer, or the chosen password.',
  body: z.strictObject({
    email: Email,
    code: Code,
    registration: z.optional(Secret),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  }),
  reply: SignedIn,
  errors: ['invalid_code', 'second_factor_required', 'conflict', 'rate_limited'],
})

export const resendVerificationCode = api.post('/auth/resend-email-verification-code', {
  name: 'auth.resendCode',
  changesNothing: true,
  summary: 'Send a new code for a registration',
  description:
    'The previous code is no longer valid. The answer is the same whether there is a registration or not.',
  body: z.strictObject({ email: Email, registration: z.optional(Secret) }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['rate_limited'],
})

export const forgotPassword = api.post('/auth/forgot-password', {
  name: 'auth.forgotPassword',
  tag: 'Password',
  audit: 'password.reset_requested',
  summary: 'Request a code to set a new password',
  description: 'The answer is the same for every address. Keep `data.request` for the next step.',
  body: z.strictObject({ email: Email }),
  reply: ResetRequest,
  errors: ['rate_limited'],
})

export const checkResetCode = api.post('/auth/reset-password/check-code', {
  name: 'auth.checkResetCode',
  tag: 'Password',
  changesNothing: true,
  summary: 'Exchange the emailed code for a token that sets the password',
  description: 'A code works once and expires after 5 wrong tries.',
  body: z.strictObject({ request: Secret, code: Code }),
  reply: z.object({ data: z.object({ token: z.string(), expires_at: Timestamp }) }),
  errors: ['invalid_code', 'rate_limited'],
})

export const resetPassword = api.post('/auth/reset-password', {
  name: 'auth.resetPassword',
  tag: 'Password',
  audit: 'password.reset',
  summary: 'Set a new password with the token of the code, or of the link in the email',
  description: 'Ends every session of the person. The second factor stays.',
  body: z.strictObject({ token: Secret, ...passwordFields }).check(passwordsMatch),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['invalid_code', 'rate_limited'],
})

/** What an invitation link opens. */
export const InvitationView = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_name: z.string(),
  invited_by: z.string(),
  is_first: z.boolean().check(z.describe('Whether it is to the first owner of a new account')),
  expires_at: Timestamp,
})

export const showInvitation = api.post('/auth/invitation', {
  name: 'auth.invitation',
  changesNothing: true,
  summary: 'Details of an invitation',
  body: z.strictObject({ token: Secret }),
  reply: z.object({ data: InvitationView }),
  errors: ['invalid_code', 'rate_limited'],
})

export const acceptInvitation = api.post('/auth/accept-invitation', {
  name: 'auth.acceptInvitation',
  audit: 'invitation.accepted',
  summary: 'Join the account of an invitation and sign in',
  body: z
    .strictObject({
      token: Secret,
      first_name: personName(),
      last_name: z.optional(text(100)),
      ...passwordFields,
      accept_terms: z.optional(z.int()),
    })
    .check(passwordsMatch),
  reply: SignedIn,
  errors: ['invalid_code', 'rate_limited'],
})
