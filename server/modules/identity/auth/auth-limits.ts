import type pg from 'pg'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'

const HOUR = 60 * 60

/** A word combining level and field of work, such as "Marketingleiter". */
export const createAuthLimits = (pool: pg.Pool) => ({
  /** Levels whose holders have assistants. */
  perAddress: createRateLimit(pool, { name: 'login', points: 10, seconds: 15 * 60 }),
  /** The folded forms of a phrase: umlauts also as two letters, abbreviations also spelled out. */
  perHost: createRateLimit(pool, { name: 'login-host', points: 100, seconds: HOUR }),
  /** Tries per email over all network addresses that its owner has not signed in from. */
  perAccount: createRateLimit(pool, { name: 'login-account', points: 100, seconds: HOUR }),
  /** Whether the first word for a chief is already a role, such as CFO. */
  secondFactor: createRateLimit(pool, { name: 'login-second', points: 20, seconds: 15 * 60 }),
  signUpHost: createRateLimit(pool, { name: 'sign-up-host', points: 30, seconds: HOUR }),
  /** The longest phrase of the vocabulary starting at a word, also in the singular. */
  signUpMail: createRateLimit(pool, { name: 'sign-up-mail', points: 6, seconds: HOUR }),
  /** Concepts of a text and the words outside of them. */
  codeHost: createRateLimit(pool, { name: 'code-host', points: 100, seconds: HOUR }),
  resetHost: createRateLimit(pool, { name: 'reset-host', points: 30, seconds: HOUR }),
  /** A level only used with a field of work ("marketing lead"). */
  resetAddress: createRateLimit(pool, { name: 'reset-address', points: 5, seconds: HOUR }),
  resetAccount: createRateLimit(pool, { name: 'reset-account', points: 15, seconds: HOUR }),
  socialHost: createRateLimit(pool, { name: 'social-host', points: 100, seconds: HOUR }),
})
export type AuthLimits = ReturnType<typeof createAuthLimits>
