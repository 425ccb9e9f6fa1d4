/**
 * Why an outbound request failed, and what the caller should do:
 * - `bad_url`: show it to the person who gave the URL (wrong scheme, credentials in it, not a URL);
 * - `blocked_address`: the same; the name leads to a private, loopback, metadata or reserved address;
 * - `timeout`: retry later; the connection or the whole request took too long;
 * - `too_large`: give up; the body exceeds the caller's limit;
 * - `too_many_redirects`: give up;
 * - `network`: retry later (name not found, refused, reset, TLS, broken compression);
 * - `aborted`: nothing; the caller's own signal ended the request.
 */
export type OutboundErrorCode =
  | 'blocked_address'
  | 'bad_url'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'network'
  | 'aborted'

const MESSAGES: Record<OutboundErrorCode, string> = {
  blocked_address: 'The address is not on the public internet',
  bad_url: 'The URL cannot be requested',
  timeout: 'The request took too long',
  too_large: 'The answer is too large',
  too_many_redirects: 'The answer redirects too often',
  network: 'The server could not be reached',
  aborted: 'The request was cancelled',
}

/** The only error of an outbound request. Its message contains no address, path or secret and may be shown. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: OutboundErrorCode

  constructor(code: OutboundErrorCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/**
 * Converts anything a request threw to an OutboundError. `ended` is the signal of its deadline: once it has fired,
 * its reason is the cause.
 */
export function toOutboundError(error: unknown, ended: AbortSignal): OutboundError {
  if (ended.aborted) return ended.reason as OutboundError
  if (error instanceof OutboundError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundError('timeout', error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', error)
  return new OutboundError('network', error)
}
