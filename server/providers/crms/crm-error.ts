/**
 * Why a CRM could not do what it was asked; nothing else leaves an adapter.
 * - `refused`: it does not accept the access;
 * - `forbidden`: the access does not allow this;
 * - `rate_limited`: too many requests; `retryAfterSeconds` says when to come back;
 * - `invalid`: it does not take what was sent;
 * - `gone`: it has no such record;
 * - `bad_response`: it answered something else than its contract says;
 * - `unavailable`: it cannot be reached or failed. What was sent may have been stored.
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

/** The only error of a CRM at work. Its message is fit for the person; no token is in it. */
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
