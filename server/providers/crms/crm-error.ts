/**
 * Why a CRM request failed; adapters throw nothing else.
 * - `refused`: it rejects the credentials;
 * - `forbidden`: the credentials don't allow this;
 * - `rate_limited`: too many requests; `retryAfterSeconds` says when to retry;
 * - `invalid`: it rejects the values;
 * - `gone`: it has no such record;
 * - `bad_response`: its response doesn't fit its contract;
 * - `unavailable`: it can't be reached or failed. The values may have been stored.
 */
export type CrmErrorCode =
  | 'refused'
  | 'forbidden'
  | 'rate_limited'
  | 'invalid'
  | 'gone'
  | 'bad_response'
  | 'unavailable'

const MESSAGES: Record<CrmErrorCode, (crm: string) => string> = {
  refused: (crm) => `${crm} rejected this connection. Reconnect to continue`,
  forbidden: (crm) => `This connection to ${crm} is not allowed to do this`,
  rate_limited: (crm) => `${crm} is limiting requests right now. Try again later`,
  invalid: (crm) => `${crm} rejected these values`,
  gone: (crm) => `${crm} has no such record`,
  bad_response: (crm) => `${crm} returned an unreadable response. Try again later`,
  unavailable: (crm) => `${crm} can’t be reached right now. Try again later`,
}

/** The only error of a CRM request. Its message may be shown; it contains no token. */
export class CrmError extends Error {
  override name = 'CrmError'
  readonly code: CrmErrorCode
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    crm: string,
    code: CrmErrorCode,
    { detail, retryAfterSeconds = null }: { detail?: string; retryAfterSeconds?: number | null } = {},
  ) {
    super(detail ? `${MESSAGES[code](crm)}: ${detail}` : MESSAGES[code](crm))
    this.code = code
    this.retryable = code === 'rate_limited' || code === 'unavailable' || code === 'bad_response'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
