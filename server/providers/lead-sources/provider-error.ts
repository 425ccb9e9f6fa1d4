/**
 * Why a source failed; adapters throw nothing else.
 * - `invalid_config`: our settings for it are missing or unusable;
 * - `unauthorized`: it rejects the credential;
 * - `rate_limited`: too many requests; `retryAfterSeconds` says when to retry;
 * - `quota_exhausted`: the plan is used up;
 * - `not_found`: it has no data for this name;
 * - `blocked_by_law`: it may not answer here (451);
 * - `bad_response`: its response violates its contract;
 * - `unavailable`: it can't be reached, or failed.
 */
const PROVIDER_ERROR_CODES = [
  'invalid_config',
  'unauthorized',
  'rate_limited',
  'quota_exhausted',
  'not_found',
  'blocked_by_law',
  'bad_response',
  'unavailable',
] as const
export type ProviderErrorCode = (typeof PROVIDER_ERROR_CODES)[number]

/** Worth a retry later. */
const RETRYABLE: ReadonlySet<ProviderErrorCode> = new Set(['rate_limited', 'bad_response', 'unavailable'])

const MESSAGES: Record<ProviderErrorCode, (source: string) => string> = {
  invalid_config: (source) => `${source} is not set up correctly. Check its settings`,
  unauthorized: (source) => `${source} rejected the stored key. Enter a valid one`,
  rate_limited: (source) => `${source} is limiting requests right now. Try again later`,
  quota_exhausted: (source) => `Your ${source} plan is used up. Top it up there, or wait for the next period`,
  not_found: (source) => `${source} has no data for this name`,
  blocked_by_law: (source) => `${source} can’t answer this for legal reasons`,
  bad_response: (source) => `${source} returned an unreadable response. Try again later`,
  unavailable: (source) => `${source} can’t be reached right now. Try again later`,
}

/** The only error of a source. Its message may be shown; it contains no key and no vendor text. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly source: string
  readonly code: ProviderErrorCode
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  /** Short description for the operator's log. */
  readonly detail: string

  constructor(
    source: { id: string; label: string },
    code: ProviderErrorCode,
    {
      detail = code,
      retryAfterSeconds = null,
      message = MESSAGES[code](source.label),
    }: { detail?: string; retryAfterSeconds?: number | null; message?: string } = {},
  ) {
    super(message)
    this.source = source.id
    this.code = code
    this.retryable = RETRYABLE.has(code)
    this.retryAfterSeconds = retryAfterSeconds
    this.detail = detail
  }
}
