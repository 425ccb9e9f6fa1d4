import type { Actor } from '#server/platform/http/actor.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createFinishSignIn } from './finish-sign-in.ts'
import { createMailAnswers, createMailRequest } from './mail-requests.ts'
import { createPasswordReset } from './password-reset.ts'
import { createRegistrations } from './registrations.ts'
import { createResendCode } from './resend-code.ts'
import { createSignIn } from './sign-in.ts'
import { createSignUp } from './sign-up.ts'
import { createSocialNonces } from './social-nonces.ts'
import { createSocialSignIn } from './social-sign-in.ts'

export function createAuthService(deps: AuthDeps) {
  const finishSignIn = createFinishSignIn(deps)
  const registrations = createRegistrations(deps)
  const nonces = createSocialNonces(deps)
  const mailRequest = createMailRequest(deps)
  const resend = createResendCode(deps, registrations, mailRequest)
  const reset = createPasswordReset(deps, mailRequest)
  return {
    finishSignIn,
    signUp: createSignUp(deps, registrations, finishSignIn),
    resend,
    signIn: createSignIn(deps, finishSignIn),
    signInWithSocial: createSocialSignIn(deps, finishSignIn, registrations, nonces),
    nonces,
    reset,
    answerMailRequest: createMailAnswers(deps, {
      reset_request: reset.answer,
      resend_request: resend.answer,
    }),
    signOut: (actor: Actor) => deps.sessions.revoke(actor, actor.credential.id),
  }
}

export type AuthService = ReturnType<typeof createAuthService>
