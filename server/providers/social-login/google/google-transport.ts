import type { OAuth2ClientOptions } from 'google-auth-library'
import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { SocialLoginError, type SocialLoginReason } from '../social-provider.ts'
import { requestVendor, type VendorAnswer } from '../vendor-call.ts'

/** The code was issued for another redirect URL: the only detail that a caller acts on. */
export const REDIRECT_MISMATCH = 'redirect_uri_mismatch'

/** Google's errors about our client, not the person's token. */
const CLIENT_ERRORS = new Set([
  'invalid_client',
  'unauthorized_client',
  'deleted_client',
  'disabled_client',
  REDIRECT_MISMATCH,
])
const REFUSALS = new Set([400, 401, 403])

const ErrorBody = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,60}$/)) })
const isPem = z.string().check(z.startsWith('-----BEGIN '))
const Certificates = z.record(z.string(), isPem).check(z.refine((keys) => Object.keys(keys).length > 0))

/** The subject of a request: a person's token, or the certificates, where a rejection says nothing about the token. */
export type GoogleRequest = 'token' | 'certificates'

/**
 * Options that send every request of Google's library through `outbound`. Its own retries are off, because a code
 * works once and a person waits; so are its interceptors, which log responses when an environment variable is set.
 */
export function outboundOptions(
  outbound: Outbound,
  kind: GoogleRequest,
  signal?: AbortSignal,
): OAuth2ClientOptions {
  return {
    useAuthRequestParameters: false,
    transporterOptions: {
      fetchImplementation: fetchThrough(outbound, kind, signal),
      retryConfig: { retry: 0, noResponseRetries: 0, shouldRetry: () => false },
    },
  }
}

function fetchThrough(outbound: Outbound, kind: GoogleRequest, signal?: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', body } = init
    const headers = Object.fromEntries(new Headers(init.headers))
    if (body instanceof URLSearchParams) headers['content-type'] = 'application/x-www-form-urlencoded'
    const sent = body ? { body: String(body) } : {}
    const url = input instanceof Request ? input.url : input
    const answer = await requestVendor('google', outbound, {
      url,
      options: {
        method,
        headers,
        ...sent,
        ...(signal ? { signal } : {}),
      },
    })
    if (!answer.ok) throw refusal(answer, kind)
    // The library caches any response as long as the headers say, so only certificates may reach it.
    if (kind === 'certificates' && !Certificates.safeParse(answer.body).success)
      throw new SocialLoginError('google', 'unavailable', 'answer holds no certificates')
    return toResponse(answer)
  }
}

function refusal({ status, body }: VendorAnswer, kind: GoogleRequest): SocialLoginError {
  if (kind === 'certificates' || !REFUSALS.has(status))
    return new SocialLoginError('google', 'unavailable', `${kind}: status ${status}`)
  const detail = ErrorBody.safeParse(body).data?.error ?? `${kind}: status ${status}`
  return new SocialLoginError('google', CLIENT_ERRORS.has(detail) ? 'misconfigured' : 'rejected', detail)
}

function toResponse({ status, headers, body }: VendorAnswer): Response {
  const cacheHeaders = headers['cache-control'] ? { 'cache-control': headers['cache-control'] } : {}
  return Response.json(body, { status, headers: cacheHeaders })
}

/**
 * Our error inside what the library threw, or one with the reason `otherwise`: `rejected` when the library verifies
 * a token itself. The library's errors contain the token, so nothing of them is kept.
 */
export function toSocialLoginError(error: unknown, otherwise: SocialLoginReason): SocialLoginError {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (inner instanceof SocialLoginError) return inner
  const detail = otherwise === 'rejected' ? 'token is not valid' : 'answer is incomplete'
  return new SocialLoginError('google', otherwise, detail)
}
