import { defineRateLimit } from '#server/platform/http/rate-limit.ts'

const HOUR = 60 * 60

/*
 * Rate limits for guessing. Every limit by account or email is combined with one by network address, and owners
 * at a known address do not count towards the former: guessing elsewhere does not lock them out.
 */

/** Tries per email and network address: guessing is slow, and the owner elsewhere still gets in. */
export const loginLimit = defineRateLimit({ name: 'login', points: 10, seconds: 15 * 60 })
/** Tries per network address over all emails; successful ones do not count. */
export const loginHostLimit = defineRateLimit({ name: 'login-host', points: 100, seconds: HOUR })
/** Tries per email over all network addresses its owner has not signed in from. */
export const loginAccountLimit = defineRateLimit({ name: 'login-account', points: 100, seconds: HOUR })
/** App codes per user, after the right password. */
export const loginSecondLimit = defineRateLimit({ name: 'login-second', points: 20, seconds: 15 * 60 })
export const signUpHostLimit = defineRateLimit({ name: 'sign-up-host', points: 30, seconds: HOUR })
/** Registration mails per email. */
export const signUpMailLimit = defineRateLimit({ name: 'sign-up-mail', points: 6, seconds: HOUR })
/** Tries of codes and links per network address. */
export const codeHostLimit = defineRateLimit({ name: 'code-host', points: 100, seconds: HOUR })
export const resetHostLimit = defineRateLimit({ name: 'reset-host', points: 30, seconds: HOUR })
/** Requests per email and network address; five tries each keep guessing under 100 an hour. */
export const resetAddressLimit = defineRateLimit({ name: 'reset-address', points: 5, seconds: HOUR })
export const resetAccountLimit = defineRateLimit({ name: 'reset-account', points: 15, seconds: HOUR })
/** Nonces for sign-ins with an ID token, of which opening the page takes one. */
export const socialNonceLimit = defineRateLimit({ name: 'social-nonce', points: 600, seconds: HOUR })
export const socialHostLimit = defineRateLimit({ name: 'social-host', points: 100, seconds: HOUR })
