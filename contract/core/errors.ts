import * as z from 'zod/mini'

/**
 * Every error code of the API with its HTTP status. The comment says when it is returned and what a caller should
 * do. Another account's id is always `not_found`, so that ids reveal nothing.
 */
export const ERROR_STATUS = {
  /** The body is not JSON or the request cannot be read. Fix the request. */
  bad_request: 400,
  /** No token, or it is unknown, expired or revoked. Sign in again. */
  unauthorized: 401,
  /** Wrong email or password. An unknown email gives the same answer. */
  invalid_credentials: 401,
  /**
   * The password was right and a second factor is required; send `details.challenge` with the code to
   * /auth/login/second-factor.
   */
  second_factor_required: 401,
  /** Google or Facebook did not confirm this sign-in, or it was for another site. Start again. */
  social_rejected: 401,
  /** Not enough credits; `details.affordable` is how many leads they cover. Lower the limit or top up. */
  insufficient_credits: 402,
  /** The member's monthly credit cap is not enough; `details.affordable` is how many leads it covers. */
  credit_cap_reached: 402,
  /** Signed in, but without the required module, role or right. */
  forbidden: 403,
  /** The account is closed and waits for deletion. Its owner can sign in, download the data and reopen it. */
  account_closed: 403,
  /** The account is read-only: its members can look and export. The message says why and who can change it. */
  account_read_only: 403,
  /** The account is locked: its members can see billing and download their data. The message says why. */
  account_locked: 403,
  /** The email is not confirmed yet. A code was sent; confirm it with `details.registration`. */
  email_unconfirmed: 403,
  /** Members of this account sign in through its provider only; /auth/sign-on begins it. */
  sign_on_required: 403,
  /** This site isn’t accepting new sign-ups. */
  sign_up_closed: 403,
  /** No such record for this caller. */
  not_found: 404,
  /** The state of the record does not allow it; the message says which state. */
  conflict: 409,
  /**
   * Someone else saved the record since it was read; `details.current` is the current record. Merge, and send its
   * `version`.
   */
  edit_conflict: 409,
  /** The person exists in several brands; call again with `realm_id`, one of `details.brands`. */
  brand_choice: 409,
  /** A request with the same Idempotency-Key is in progress. Try again in a second. */
  in_progress: 409,
  /** The quote is older than 15 minutes or for another search. Request a new quote. */
  quote_expired: 409,
  /** An upload chunk has the wrong offset; `details.offset` is the right one. */
  offset_mismatch: 409,
  /** The body or file is larger than allowed. */
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** Fields are missing or wrong; `fields` has a message for each. */
  validation_failed: 422,
  /** The code or link is wrong, used, expired, or had too many tries. Request a new one. */
  invalid_code: 422,
  /** The vendor gave no email address; call again with `email`. */
  email_required: 422,
  /** The Idempotency-Key was used with another body. Use a new key. */
  idempotency_mismatch: 422,
  /** Too many tries; the Retry-After header says how long to wait. */
  rate_limited: 429,
  /** An internal error; the message contains the request id. */
  internal: 500,
  /** A lead source could not answer; `details.code` says why, `details.retryable` whether to try again later. */
  source_failed: 502,
  /** The database or a required service is unreachable. Try again after Retry-After seconds. */
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** Body of every error response. `fields` maps a dotted field path to its message. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  details: z
    .optional(z.record(z.string(), z.unknown()))
    .check(z.describe('Facts of some codes, as their description names them')),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.output<typeof ErrorBody>
