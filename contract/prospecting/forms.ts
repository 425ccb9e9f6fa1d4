/** Days for which a confirmation link works; what nobody confirms is deleted after them. */
export const CONFIRM_DAYS = 7

/**
 * `unconfirmed`: waits for the email’s owner; `received`: it is a lead; `suppressed`: on the suppression list, and no
 * lead; `no_list`: its list was gone.
 */
export const SUBMISSION_STATES = ['unconfirmed', 'received', 'suppressed', 'no_list'] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]
