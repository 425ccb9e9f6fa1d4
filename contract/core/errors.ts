import * as z from 'zod/mini'

/**
 * Every error code of the API with its HTTP status. The comment says when it is thrown and what a caller
 * should do. Someone else's id is always `not_found`: the existence of a record is not told.
 */
export const ERROR_STATUS = {
  /** The body is not JSON or the request cannot be read. Fix the request. */
  bad_request: 400,
  /** No token, or it is unknown, expired or revoked. Sign in again. */
  unauthorized: 401,
  /** Email and password do not belong together. Same answer for an unknown email. */
  invalid_credentials: 401,
  /** The password was right and a second factor is on; `details.challenge` goes to /auth/login/second-factor with the code. */
  second_factor_required: 401,
  /** Google or Facebook did not confirm this sign-in, or it was made for another site. Start it again. */
  social_rejected: 401,
  /** The wallet cannot cover it; `details.affordable` says how many leads it can. Lower the limit or top up. */
  insufficient_credits: 402,
  /** The member's credit cap of this month does not cover it; `details.affordable` says how many leads it does. */
  credit_cap_reached: 402,
  /** Signed in, but without the module, role or right that this call needs. */
  forbidden: 403,
  /** The account is closed and waits to be deleted. Its owner can sign in, download the data and reopen it. */
  account_closed: 403,
  /** The account is read-only: its people can look and export. The message says why and who can change it. */
  account_read_only: 403,
  /** The account is locked: its people can see billing and take their data along. The message says why. */
  account_locked: 403,
  /** The address is not confirmed yet: a code was sent; confirm it with `details.registration`. */
  email_unconfirmed: 403,
  /** This site isn’t accepting new sign-ups. */
  sign_up_closed: 403,
  /** No such record for this caller. */
  not_found: 404,
  /** The record is in a state that does not allow it; the message says which. */
  conflict: 409,
  /** Someone saved the record after it was read; `details.current` is it as it is. Merge, and send its `version`. */
  edit_conflict: 409,
  /** The person exists in several brands; call again with `realm_id`, one of `details.brands`. */
  brand_choice: 409,
  /** The same Idempotency-Key is being worked on right now. Ask again in a second. */
  in_progress: 409,
  /** The quote is older than 15 minutes, or was made for another search. Ask for a new quote. */
  quote_expired: 409,
  /** An upload chunk did not start where the upload stands; `details.offset` says where. */
  offset_mismatch: 409,
  /** The body or file is larger than allowed. */
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** Fields are missing or wrong; `fields` names each with what to do. */
  validation_failed: 422,
  /** The code or link is wrong, used, too old, or had too many tries. Ask for a new one. */
  invalid_code: 422,
  /** The vendor gave no email address; call again with `email`. */
  email_required: 422,
  /** The Idempotency-Key was used before with another body. Use a new key. */
  idempotency_mismatch: 422,
  /** Too many tries; the Retry-After header says when. */
  rate_limited: 429,
  /** A fault of ours; the message carries the request id to quote. */
  internal: 500,
  /** A lead source could not answer; `details.code` says why, `details.retryable` whether later helps. */
  source_failed: 502,
  /** The database or a needed service is not reachable. Try again after Retry-After seconds. */
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of every error reply. `fields` maps a dotted field path to what is wrong with it. */
export const ErrorBody = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  details: z.optional(z.record(z.string(), z.unknown())),
  request_id: z.optional(z.string()),
})
export type ErrorBody = z.output<typeof ErrorBody>
