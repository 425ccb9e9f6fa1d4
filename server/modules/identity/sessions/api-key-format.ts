import { newToken } from '#server/platform/crypto/tokens.ts'

/** Distinguishes a key from a session token at a glance, for people and for leak scanners. */
const PREFIX = 'key_'
/** Prefix and six of 43 characters: enough to identify a key, far too few to guess it. */
const HINT_LENGTH = 10
const FORMAT = /^key_[\w-]{43}$/

/** A new key: `token` is shown once, `hash` is stored, `hint` is its first characters. */
export function newApiKey(): { token: string; hash: string; hint: string } {
  const { token, hash } = newToken(PREFIX)
  return { token, hash, hint: token.slice(0, HINT_LENGTH) }
}

/** Whether a bearer token has the form of a key. A session token is shorter, so it never does. */
export const isApiKey = (token: string): boolean => FORMAT.test(token)
