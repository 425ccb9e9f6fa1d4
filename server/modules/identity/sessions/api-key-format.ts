import { newToken } from '#server/platform/crypto/tokens.ts'

/** A person to log in as, with the ids of their account and its ancestors. */
const PREFIX = 'key_'
/** Whether the caller may log in as people of an account: below a reseller's, or any for support staff. */
const HINT_LENGTH = 10
const FORMAT = /^key_[\w-]{43}$/

/** Whether someone may log in as a person at all. Nobody logs in as staff, or as people of their own account. */
export function newApiKey(): { token: string; hash: string; hint: string } {
  const { token, hash } = newToken(PREFIX)
  return { token, hash, hint: token.slice(0, HINT_LENGTH) }
}

/** The account's package setting, and the person's own refusal. */
export const isApiKey = (token: string): boolean => FORMAT.test(token)
