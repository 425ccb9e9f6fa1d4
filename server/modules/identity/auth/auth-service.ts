import type { Actor } from '#server/platform/http/actor.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createFinishSignIn } from './finish-sign-in.ts'
import { createMailAnswers, createMailRequest } from './mail-requests.ts'
import { createPasswordReset } from './password-reset.ts'
import { createRegistrations } from './registrations.ts'
import { createSignIn } from './sign-in.ts'
import { createSignUp } from './sign-up.ts'
import { createSocialSignIn } from './social-sign-in.ts'

export function createAuthService(deps: AuthDeps) {
  const finishSignIn = createFinishSignIn(deps)
  const registrations = createRegistrations(deps)
  const mailRequest = createMailRequest(deps)
  const signUp = createSignUp(deps, registrations, finishSignIn, mailRequest)
  const reset = createPasswordReset(deps, mailRequest)
  return {
    finishSignIn,
    signUp,
    signIn: createSignIn(deps, finishSignIn),
    social: createSocialSignIn(deps, finishSignIn, registrations),
    reset,
    answerMailRequest: createMailAnswers(deps, {
      reset_request: reset.answer,
      resend_request: signUp.answerResend,
    }),
    signOut: (actor: Actor) => deps.sessions.revoke(actor, actor.credential.id),
  }
}

export type AuthService = ReturnType<typeof createAuthService>
