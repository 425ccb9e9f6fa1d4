import type * as auth from '#contract/auth.ts'
import type * as me from '#contract/me.ts'
import { wire } from '../../lib/endpoints.ts'

const post = (name: string, path: string) => ({ name: `auth.${name}`, method: 'POST', path }) as const

/** Calls of the screens before signing in, without schemas: the server checks, and these screens stay small. */
export const authCalls = {
  login: wire<typeof auth.login>(post('login', '/auth/login')),
  secondFactor: wire<typeof auth.loginSecondFactor>(post('secondFactor', '/auth/login/second-factor')),
  social: wire<typeof auth.loginWithSocial>(post('social', '/auth/login-with-social')),
  register: wire<typeof auth.register>(post('register', '/auth/register')),
  confirmEmail: wire<typeof auth.confirmEmail>({
    ...post('confirmEmail', '/auth/confirm-email'),
    changes: ['me'],
  }),
  resendCode: wire<typeof auth.resendVerificationCode>(
    post('resendCode', '/auth/resend-email-verification-code'),
  ),
  forgotPassword: wire<typeof auth.forgotPassword>(post('forgotPassword', '/auth/forgot-password')),
  checkResetCode: wire<typeof auth.checkResetCode>(post('checkResetCode', '/auth/reset-password/check-code')),
  resetPassword: wire<typeof auth.resetPassword>(post('resetPassword', '/auth/reset-password')),
  invitation: wire<typeof auth.showInvitation>(post('invitation', '/auth/invitation')),
  acceptInvitation: wire<typeof auth.acceptInvitation>(post('acceptInvitation', '/auth/accept-invitation')),
  terms: wire<typeof me.terms>({ name: 'terms.show', method: 'GET', path: '/api/terms', reads: ['terms'] }),
  acceptTerms: wire<typeof me.acceptTerms>({
    name: 'terms.accept',
    method: 'POST',
    path: '/api/accept-terms',
    changes: ['me', 'terms'],
  }),
} as const
