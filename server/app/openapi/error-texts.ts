import type { ErrorCode } from '#contract/core/errors.ts'

/** When a call answers with an error code, and what its caller should do. */
export const ERROR_TEXTS: Record<ErrorCode, string> = {
  bad_request: 'The body is not JSON, or the request cannot be read. Fix the request.',
  unauthorized: 'No token, or it is unknown, expired or revoked. Sign in again.',
  invalid_credentials: 'Wrong email or password. An unknown email gives the same answer.',
  second_factor_required:
    'The password was right. Send `details.challenge` with the code to `/auth/login/second-factor`.',
  social_rejected: 'The provider did not confirm this sign-in, or it was for another site. Start again.',
  insufficient_credits:
    'Not enough credits; `details.affordable` is how many leads they cover. Lower the limit or top up.',
  credit_cap_reached:
    'The monthly cap of the member, or the daily one of the API key, is not enough; `details.affordable` is how many leads it covers.',
  forbidden: 'Signed in, but without the scope, module or right that the call needs.',
  account_closed: 'The account is closed and waits for deletion. Its owner can reopen it.',
  account_read_only: 'The account is read-only: view and export, no changes and no spending.',
  account_locked: 'The account is locked: only billing and the download of all data work.',
  email_unconfirmed: 'A code was sent to the address. Confirm it with `details.registration`.',
  sign_on_required: 'Members of this account sign in through its provider only: `/auth/sign-on`.',
  sign_up_closed: 'The site accepts no new sign-ups.',
  not_found: 'No such record for this caller. The same for records of other accounts.',
  conflict: 'The state of the record does not allow it; the message says which state.',
  edit_conflict:
    'Someone saved the record since it was read; `details.current` is the current one. Merge, and send its `version`.',
  brand_choice: 'The person exists in several brands. Call again with `realm_id`, one of `details.brands`.',
  in_progress: 'A request with the same Idempotency-Key is in progress. Repeat in a second.',
  quote_expired: 'The quote is older than 15 minutes, or for other input. Request a new one.',
  offset_mismatch: 'The chunk does not start where the upload ended. Continue from `details.offset`.',
  payload_too_large: 'The body or file is larger than allowed.',
  unsupported_media_type: 'Send `application/json`, or `application/octet-stream` for uploads.',
  validation_failed: 'Fields are missing or wrong; `fields` has a sentence for each.',
  invalid_code: 'The code or link is wrong, used or expired, or had too many attempts. Request a new one.',
  email_required: 'The provider gave no email address. Call again with `email`.',
  idempotency_mismatch: 'The Idempotency-Key was used with another body. Use a new key.',
  rate_limited: 'Too many calls or attempts. Repeat after `Retry-After` seconds.',
  internal: 'An error of the server. Report the `request_id`.',
  source_failed:
    'A lead source could not answer; `details.code` says why, `details.retryable` whether to try again later.',
  unavailable: 'The database or a required service is unreachable. Repeat after `Retry-After` seconds.',
}
