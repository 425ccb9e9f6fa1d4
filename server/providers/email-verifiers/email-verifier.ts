import type { EmailState } from '#contract/leads/email-states.ts'
import type { ReachStatus } from './port25-watch.ts'
import type { Reason } from './reasons.ts'
import type { TranscriptLine } from './smtp/transcript.ts'

/** The result of a verification and its reason. */
export interface EmailVerification {
  /** Normalized; the trimmed input when it is not an address. */
  address: string
  state: EmailState
  /** `REASONS` has its sentence. */
  reason: Reason
  /** Whether a later check may have another result. */
  temporary: boolean
  flags: {
    /** A disposable-address domain. */
    disposable: boolean
    /** A free mail service. */
    free: boolean
    /** The local part names a role, not a person. */
    role: boolean
  }
  /** A likely correction, or null. */
  suggestion: string | null
  /** Null when the domain accepts no mail, or DNS was not queried. */
  mx: {
    /** Best first. */
    hosts: string[]
    /** Id of a known mail provider. */
    provider: string | null
    /** No MX: the domain receives mail at its own address. */
    fallback: boolean
  } | null
  /** Whether the domain accepts every address; null when unknown. */
  catch_all: boolean | null
  /** The SMTP session; empty without one. */
  transcript: TranscriptLine[]
  took_ms: number
}

export interface VerifyOptions {
  signal?: AbortSignal
  /** Skips the random address; an accepted address is then `risky` unless more is known. */
  skipCatchAll?: boolean
}

export interface VerifierStatus extends ReachStatus {
  smtp: 'auto' | 'on' | 'off'
}

/** Checks whether addresses accept mail, without sending any. */
export interface EmailVerifier {
  /** Rejects only when the signal aborts or the verifier is closed. */
  verify(address: string, options?: VerifyOptions): Promise<EmailVerification>
  status(): Promise<VerifierStatus>
  /** Aborts running verifications, which reject. */
  close(): void
}
