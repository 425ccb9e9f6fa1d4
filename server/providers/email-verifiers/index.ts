import type { EmailVerifier } from './email-verifier.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    emailVerifier: EmailVerifier
  }
}

export {
  createEmailVerifier,
  type EmailVerifierDeps,
} from './create-email-verifier.ts'
export type { EmailVerification, EmailVerifier, VerifierStatus } from './email-verifier.ts'
export { isRoleName } from './flags/role-names.ts'
export type { ReachState } from './port25-watch.ts'
export { REASONS, type Reason } from './reasons.ts'
export { classifyReply } from './smtp/classify-reply.ts'
export type { ReplyClass } from './smtp/reply-rules.ts'
