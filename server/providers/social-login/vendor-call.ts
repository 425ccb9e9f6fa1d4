import type { Outbound, OutboundOptions } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { SocialLoginError, type SocialProviderId } from './social-provider.ts'

/** Far more than either vendor sends. */
const MAX_BYTES = 64 * 1024
/** Of one call without another limit: certificates are fetched for everyone. */
const TIMEOUT_MS = 10_000

/** A completely read response. `body` is undefined when a response other than 2xx was not JSON. */
export interface VendorAnswer {
  status: number
  ok: boolean
  headers: Record<string, string>
  body: unknown
}

/**
 * Sends a request to a vendor, limited to 64 KiB and without redirects, because it carries secrets.
 * @throws SocialLoginError `unavailable` without a response, or for a 2xx that is not JSON
 */
export async function requestVendor(
  provider: SocialProviderId,
  outbound: Outbound,
  { url, options }: { url: URL | string; options: OutboundOptions },
): Promise<VendorAnswer> {
  const answer = await readReply(outbound, url, options).catch((error: unknown) => {
    const detail = error instanceof OutboundError ? error.code : 'no answer'
    throw new SocialLoginError(provider, 'unavailable', detail)
  })
  const body = parseJson(answer.text)
  if (answer.ok && body === undefined)
    throw new SocialLoginError(provider, 'unavailable', 'answer is not JSON')
  return { ...answer, body }
}

async function readReply(outbound: Outbound, url: URL | string, options: OutboundOptions) {
  const headers = { accept: 'application/json', ...options.headers }
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 'none' } as const
  const answer = await outbound.fetch(url, { ...limits, ...options, headers })
  return { status: answer.status, ok: answer.ok, headers: answer.headers, text: await answer.text() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A vendor's URL with a path below it, with or without a trailing slash in `base`. */
export const below = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path}`
