import * as api from '#contract/identity/auth.ts'
import { findSignOutUrl, revokeSession } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type RequestFacts, route } from '#server/platform/http/route.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { From } from './from.ts'
import { checkResetCode, requestPasswordReset, resetPassword } from './password-reset.ts'
import { requestAnotherCode } from './resend-code.ts'
import { signIn } from './sign-in.ts'
import { confirmRegistration, register } from './sign-up.ts'
import { issueSocialNonce } from './social-nonces.ts'
import { signInSocially } from './social-sign-in.ts'

const readFrom = ({ ip, host, userAgent, request }: RequestFacts): From => ({
  ip,
  host,
  userAgent,
  origin: request.headers.origin ?? null,
})

const sent = (email: string) => `We sent an email to ${email}`

export const authRoutes = (ctx: Context) => [
  publicRoute(api.login, ({ body, ...facts }) => signIn(ctx, body, readFrom(facts))),
  publicRoute(api.loginSecondFactor, ({ body, ...facts }) => finishSignIn(ctx, body, readFrom(facts))),
  publicRoute(api.loginWithSocial, ({ body, ...facts }) => signInSocially(ctx, body, readFrom(facts))),
  publicRoute(api.socialNonce, (facts) => data(issueSocialNonce(ctx, readFrom(facts)))),
  route(api.logout, async ({ actor }) => {
    const url = await findSignOutUrl(ctx, actor)
    await revokeSession(ctx, actor, actor.credential.id)
    return { success: true as const, ...(url && { sign_out_url: url }) }
  }),
  publicRoute(api.register, async ({ body, ...facts }) => ({
    success: true as const,
    data: await register(ctx, body, readFrom(facts)),
    message: sent(body.email),
  })),
  publicRoute(api.confirmEmail, ({ body, ...facts }) => confirmRegistration(ctx, body, readFrom(facts))),
  publicRoute(api.resendVerificationCode, async ({ body, ...facts }) => {
    await requestAnotherCode(ctx, body, readFrom(facts))
    return { success: true as const, message: sent(body.email) }
  }),
  publicRoute(api.forgotPassword, async ({ body, ...facts }) => ({
    success: true as const,
    data: await requestPasswordReset(ctx, body.email, readFrom(facts)),
    message: sent(body.email),
  })),
  publicRoute(api.checkResetCode, ({ body, ...facts }) => data(checkResetCode(ctx, body, readFrom(facts)))),
  publicRoute(api.resetPassword, async ({ body, ...facts }) => {
    await resetPassword(ctx, body, readFrom(facts))
    return { success: true as const, message: 'Your password is set. Sign in with it' }
  }),
]
