import { untilAborted } from '#server/platform/fetch/deadline.ts'
import {
  type SocialCredentials,
  SocialLoginError,
  type SocialProfile,
  type SocialProvider,
  type SocialSignIn,
} from './social-provider.ts'

const DEFAULT_TIMEOUT_MS = 10_000
/** Longer than any token of either vendor; without blanks, which no token has and a header could not carry. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/

/** A sign-in that passed the checks common to all vendors. */
export interface GuardedSignIn extends SocialSignIn {
  credentials: SocialCredentials
  /** Fires when the caller aborts or the time is over. */
  signal: AbortSignal
}

/** Receives failures that are not about a person's token. */
export interface SocialLog {
  warn(details: object, message: string): void
}

/** What a vendor's adapter adds. `prove` may throw anything. */
export interface GuardedSetup extends Pick<SocialProvider, 'id' | 'tokenTypes'> {
  /** Limit of a whole sign-in in milliseconds. Default 10 s. */
  timeoutMs?: number
  log?: SocialLog
  prove(signIn: GuardedSignIn): Promise<SocialProfile>
}

/**
 * Creates a provider from a vendor's `prove`: checks the token's form before any request, limits the time, and
 * throws only SocialLoginError. Other errors are not even kept as its cause: libraries put tokens into messages and
 * requests into errors.
 */
export function createGuardedProvider(setup: GuardedSetup): SocialProvider {
  const { id, tokenTypes, log } = setup
  return {
    id,
    tokenTypes,
    async verify(input, credentials, outer) {
      try {
        return await verifyWithin(setup, input, credentials, outer)
      } catch (error) {
        const failure =
          error instanceof SocialLoginError
            ? error
            : new SocialLoginError(id, 'unavailable', describeError(error))
        const { reason, detail } = failure
        const isOfInterest = reason !== 'rejected' && !outer?.aborted
        if (isOfInterest) log?.warn({ provider: id, reason, detail }, 'social sign-in failed')
        throw failure
      }
    },
  }
}

async function verifyWithin(
  { id, tokenTypes, timeoutMs, prove }: GuardedSetup,
  input: SocialSignIn,
  credentials: SocialCredentials,
  outer: AbortSignal | undefined,
): Promise<SocialProfile> {
  if (!credentials.clientId) throw new SocialLoginError(id, 'misconfigured', 'no client id')
  if (!tokenTypes.includes(input.type)) throw new SocialLoginError(id, 'rejected', 'unsupported token type')
  if (!TOKEN.test(input.token)) throw new SocialLoginError(id, 'rejected', 'malformed token')
  const limit = AbortSignal.timeout(timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = outer ? AbortSignal.any([outer, limit]) : limit
  try {
    signal.throwIfAborted()
    return await untilAborted(prove({ ...input, credentials, signal }), signal)
  } catch (error) {
    if (outer?.aborted) throw new SocialLoginError(id, 'unavailable', 'aborted by the caller')
    if (limit.aborted) throw new SocialLoginError(id, 'unavailable', 'timeout')
    throw error
  }
}

const describeError = (error: unknown): string =>
  `unexpected ${error instanceof Error ? error.name : typeof error}`
