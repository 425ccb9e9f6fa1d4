import type pg from 'pg'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'

const HOUR = 60 * 60

/**
 * Rate limits for guessing. Every limit by account or email is combined with one by network address, and owners
 * at a known address do not count towards the former: guessing elsewhere does not lock them out.
 */
export const createAuthLimits = (pool: pg.Pool) => ({
  /** Tries per email and network address: guessing is slow, and the owner elsewhere still gets in. */
  perAddress: createRateLimit(pool, { name: 'login', points: 10, seconds: 15 * 60 }),
  /** Tries per network address over all emails; successful ones do not count. */
  perHost: createRateLimit(pool, { name: 'login-host', points: 100, seconds: HOUR }),
  /** Tries per email over all network addresses its owner has not signed in from. */
  perAccount: createRateLimit(pool, { name: 'login-account', points: 100, seconds: HOUR }),
  /** App codes per user, after the right password. */
  secondFactor: createRateLimit(pool, { name: 'login-second', points: 20, seconds: 15 * 60 }),
  signUpHost: createRateLimit(pool, { name: 'sign-up-host', points: 30, seconds: HOUR }),
  /** Registration mails per email. */
  signUpMail: createRateLimit(pool, { name: 'sign-up-mail', points: 6, seconds: HOUR }),
  /** Tries of codes and links per network address. */
  codeHost: createRateLimit(pool, { name: 'code-host', points: 100, seconds: HOUR }),
  resetHost: createRateLimit(pool, { name: 'reset-host', points: 30, seconds: HOUR }),
  /** Requests per email and network address; five tries each keep guessing under 100 an hour. */
  resetAddress: createRateLimit(pool, { name: 'reset-address', points: 5, seconds: HOUR }),
  resetAccount: createRateLimit(pool, { name: 'reset-account', points: 15, seconds: HOUR }),
  /** Nonces for sign-ins with an ID token, of which opening the page takes one. */
  nonceHost: createRateLimit(pool, { name: 'social-nonce', points: 600, seconds: HOUR }),
  socialHost: createRateLimit(pool, { name: 'social-host', points: 100, seconds: HOUR }),
})
export type AuthLimits = ReturnType<typeof createAuthLimits>
