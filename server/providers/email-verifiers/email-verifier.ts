import type { EmailState } from '#contract/leads/email-states.ts'
import type { ReachStatus } from './port25-watch.ts'
import type { Reason } from './reasons.ts'
import type { TranscriptLine } from './smtp/transcript.ts'

/** What is known about an address, and why. */
export interface EmailVerification {
  /** In its normal form; the text as given, trimmed, when it is no address. */
  address: string
  state: EmailState
  /** Its sentence is in `REASONS`. */
  reason: Reason
  /** Whether asking again later may give another answer. */
  temporary: boolean
  flags: {
    /** The domain gives out addresses that are thrown away. */
    disposable: boolean
    /** Anybody gets a mailbox there for nothing. */
    free: boolean
    /** The local part names a task, not a person. */
    role: boolean
  }
  /** The address that was probably meant, or null. */
  suggestion: string | null
  /** Null when the domain takes no mail, or was not asked for. */
  mx: {
    /** Best first. */
    hosts: string[]
    /** Id of a known mail provider. */
    provider: string | null
    /** No MX: the domain takes mail at its own address. */
    fallback: boolean
  } | null
  /** Whether the domain takes every address; null when that is not known. */
  catch_all: boolean | null
  /** What was said, empty when nobody was asked. */
  transcript: TranscriptLine[]
  took_ms: number
}

/** How one address is verified. */
export interface VerifyOptions {
  signal?: AbortSignal
  /** Leaves out the question for a random address; an accepted address is then `risky` unless more is known. */
  skipCatchAll?: boolean
}

export interface VerifierStatus extends ReachStatus {
  smtp: 'auto' | 'on' | 'off'
}

/** Finds out whether addresses take mail, without sending any. */
export interface EmailVerifier {
  /** Rejects only when the signal aborts or the verifier is closed. */
  verify(address: string, options?: VerifyOptions): Promise<EmailVerification>
  status(): Promise<VerifierStatus>
  /** Ends what is running; it rejects. */
  close(): void
}
