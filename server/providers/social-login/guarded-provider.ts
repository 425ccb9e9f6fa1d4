import { untilAborted } from '#server/platform/fetch/deadline.ts'
import {
  type SocialCredentials,
  SocialLoginError,
  type SocialProfile,
  type SocialProvider,
  type SocialSignIn,
} from './social-provider.ts'

const DEFAULT_TIMEOUT_MS = 10_000
/** Longer than any token of either vendor; no blanks, which none has and which could not are in a header. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/

/** One sign-in that has passed the checks common to all vendors. */
export interface GuardedSignIn extends SocialSignIn {
  credentials: SocialCredentials
  /** Fires when the caller gives up or the time is over. */
  signal: AbortSignal
}

/** Hears of what an operator should look at: failures that are not about a person's token. */
export interface SocialLog {
  warn(details: object, message: string): void
}

/** What a vendor's adapter adds. `prove` may throw anything. */
export interface GuardedSetup extends Pick<SocialProvider, 'id' | 'tokenTypes'> {
  /** Limit of a whole sign-in in milliseconds. Default 10 s. */
  timeoutMs?: number | undefined
  log?: SocialLog | undefined
  prove(signIn: GuardedSignIn): Promise<SocialProfile>
}

/**
 * Makes a provider of a vendor's `prove`: looks at the token's form before anybody is asked, sets the limit of time,
 * and lets nothing but SocialLoginError out. Foreign errors are not even kept as its cause: libraries write tokens
 * into their messages and requests into their errors.
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
          error instanceof SocialLoginError ? error : new SocialLoginError(id, 'unavailable', nameOf(error))
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
  if (!tokenTypes.includes(input.type)) throw new SocialLoginError(id, 'rejected', 'type of token')
  if (!TOKEN.test(input.token)) throw new SocialLoginError(id, 'rejected', 'form of token')
  const limit = AbortSignal.timeout(timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = outer ? AbortSignal.any([outer, limit]) : limit
  try {
    signal.throwIfAborted()
    return await untilAborted(prove({ ...input, credentials, signal }), signal)
  } catch (error) {
    if (outer?.aborted) throw new SocialLoginError(id, 'unavailable', 'given up by the caller')
    if (limit.aborted) throw new SocialLoginError(id, 'unavailable', 'timeout')
    throw error
  }
}

const nameOf = (error: unknown): string => `unexpected ${error instanceof Error ? error.name : typeof error}`
