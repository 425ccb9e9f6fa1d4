import type * as auth from '#contract/identity/auth.ts'
import type * as me from '#contract/identity/me.ts'
import { withoutSchemas } from '../../../lib/endpoints.ts'

const post = (name: string, path: string) => ({ name: `auth.${name}`, method: 'POST', path }) as const

/** Endpoints of the screens before sign-in, without schemas: the server validates, and these screens stay small. */
export const authCalls = {
  login: withoutSchemas<typeof auth.login>(post('login', '/auth/login')),
  secondFactor: withoutSchemas<typeof auth.loginSecondFactor>(
    post('secondFactor', '/auth/login/second-factor'),
  ),
  social: withoutSchemas<typeof auth.loginWithSocial>(post('social', '/auth/login-with-social')),
  socialNonce: withoutSchemas<typeof auth.socialNonce>(post('socialNonce', '/auth/login-with-social/nonce')),
  register: withoutSchemas<typeof auth.register>(post('register', '/auth/register')),
  confirmEmail: withoutSchemas<typeof auth.confirmEmail>({
    ...post('confirmEmail', '/auth/confirm-email'),
    changes: ['me'],
  }),
  resendCode: withoutSchemas<typeof auth.resendVerificationCode>(
    post('resendCode', '/auth/resend-email-verification-code'),
  ),
  forgotPassword: withoutSchemas<typeof auth.forgotPassword>(post('forgotPassword', '/auth/forgot-password')),
  checkResetCode: withoutSchemas<typeof auth.checkResetCode>(
    post('checkResetCode', '/auth/reset-password/check-code'),
  ),
  resetPassword: withoutSchemas<typeof auth.resetPassword>(post('resetPassword', '/auth/reset-password')),
  invitation: withoutSchemas<typeof auth.showInvitation>(post('invitation', '/auth/invitation')),
  acceptInvitation: withoutSchemas<typeof auth.acceptInvitation>(
    post('acceptInvitation', '/auth/accept-invitation'),
  ),
  terms: withoutSchemas<typeof me.terms>({
    name: 'terms.show',
    method: 'GET',
    path: '/api/terms',
    reads: ['terms'],
  }),
  acceptTerms: withoutSchemas<typeof me.acceptTerms>({
    name: 'terms.accept',
    method: 'POST',
    path: '/api/accept-terms',
    idempotent: true,
    changes: ['me', 'terms'],
  }),
} as const
