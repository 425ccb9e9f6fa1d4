export {
  createEmailVerifier,
  type EmailVerifierDeps,
  type VerifierLimits,
} from './create-email-verifier.ts'
export type { EmailVerification, EmailVerifier, VerifierStatus, VerifyOptions } from './email-verifier.ts'
export { isRoleName } from './flags/role-names.ts'
export type { ReachState, ReachStatus, ReachStorage } from './port25-watch.ts'
export { REASONS, type Reason } from './reasons.ts'
export type { TranscriptLine } from './smtp/transcript.ts'
