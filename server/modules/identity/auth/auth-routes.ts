import * as api from '#contract/identity/auth.ts'
import { data, publicRoute, type RequestFacts, route } from '#server/platform/http/route.ts'
import type { From } from './auth-deps.ts'
import type { AuthService } from './auth-service.ts'

const fromOf = ({ ip, host, userAgent, request }: RequestFacts): From => ({
  ip,
  host,
  userAgent,
  origin: request.headers.origin ?? null,
})

const sent = (email: string) => `We sent an email to ${email}`

export const authRoutes = (auth: AuthService) => [
  publicRoute(api.login, ({ body, ...facts }) => auth.signIn(body, fromOf(facts))),
  publicRoute(api.loginSecondFactor, ({ body, ...facts }) => auth.finishSignIn.finish(body, fromOf(facts))),
  publicRoute(api.loginWithSocial, ({ body, ...facts }) => auth.signInWithSocial(body, fromOf(facts))),
  publicRoute(api.socialNonce, (facts) => data(auth.nonces.issue(fromOf(facts)))),
  route(api.logout, async ({ actor }) => {
    await auth.signOut(actor)
    return { success: true as const }
  }),
  publicRoute(api.register, async ({ body, ...facts }) => ({
    success: true as const,
    data: await auth.signUp.register(body, fromOf(facts)),
    message: sent(body.email),
  })),
  publicRoute(api.confirmEmail, ({ body, ...facts }) => auth.signUp.confirm(body, fromOf(facts))),
  publicRoute(api.resendVerificationCode, async ({ body, ...facts }) => {
    await auth.resend.request(body, fromOf(facts))
    return { success: true as const, message: sent(body.email) }
  }),
  publicRoute(api.forgotPassword, async ({ body, ...facts }) => ({
    success: true as const,
    data: await auth.reset.request(body.email, fromOf(facts)),
    message: sent(body.email),
  })),
  publicRoute(api.checkResetCode, ({ body, ...facts }) => data(auth.reset.checkCode(body, fromOf(facts)))),
  publicRoute(api.resetPassword, async ({ body, ...facts }) => {
    await auth.reset.reset(body, fromOf(facts))
    return { success: true as const, message: 'Your password is set. Sign in with it' }
  }),
]
