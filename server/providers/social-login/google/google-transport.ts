import type { OAuth2ClientOptions } from 'google-auth-library'
import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { SocialLoginError, type SocialLoginReason } from '../social-provider.ts'
import { requestVendor, type VendorAnswer } from '../vendor-call.ts'

/** The only detail that a caller acts on: the code was made for another redirect address. */
export const REDIRECT_MISMATCH = 'redirect_uri_mismatch'

/** What Google answers when it is us it does not accept, not the person's token. */
const OUR_FAULT = new Set([
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

/** Whom a request asks: about the person's token, or for the certificates, where a refusal says nothing about it. */
export type GoogleRequest = 'token' | 'certificates'

/**
 * Options that send every request of Google's library through `outbound`. Its own retries are off: a code works once
 * and a person waits. So are its interceptors, which log answers when an environment variable tells them to.
 */
export function throughOutbound(
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
    const answer = await requestVendor('google', outbound, url, {
      method,
      headers,
      ...sent,
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) throw refusal(answer, kind)
    // The library keeps whatever it gets for as long as the headers say: what is no certificate must not reach it.
    if (kind === 'certificates' && !Certificates.safeParse(answer.body).success)
      throw new SocialLoginError('google', 'unavailable', 'answer holds no certificates')
    return toResponse(answer)
  }
}

function refusal({ status, body }: VendorAnswer, kind: GoogleRequest): SocialLoginError {
  if (kind === 'certificates' || !REFUSALS.has(status))
    return new SocialLoginError('google', 'unavailable', `${kind}: status ${status}`)
  const detail = ErrorBody.safeParse(body).data?.error ?? `${kind}: status ${status}`
  return new SocialLoginError('google', OUR_FAULT.has(detail) ? 'misconfigured' : 'rejected', detail)
}

function toResponse({ status, headers, body }: VendorAnswer): Response {
  const kept = headers['cache-control'] ? { 'cache-control': headers['cache-control'] } : {}
  return Response.json(body, { status, headers: kept })
}

/**
 * The error of ours inside what the library threw, or one with the reason `otherwise`: `rejected` where the library
 * judges a token itself. Its own errors hold the token, so nothing of them is kept.
 */
export function fromLibrary(error: unknown, otherwise: SocialLoginReason): SocialLoginError {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (inner instanceof SocialLoginError) return inner
  const detail = otherwise === 'rejected' ? 'token is not valid' : 'answer is incomplete'
  return new SocialLoginError('google', otherwise, detail)
}
