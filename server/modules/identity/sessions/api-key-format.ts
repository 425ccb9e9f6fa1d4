import { newToken } from '#server/platform/crypto/tokens.ts'

/** Tells a key from a session's token at a glance, for people and for scanners of leaked secrets. */
const PREFIX = 'key_'
/** Prefix and six of 43 characters: enough to tell keys apart, far too little to guess one. */
const HINT_LENGTH = 10
const FORMAT = /^key_[\w-]{43}$/

/** A fresh key: `token` is shown once, `hash` is stored, `hint` is its first characters. */
export function newApiKey(): { token: string; hash: string; hint: string } {
  const { token, hash } = newToken(PREFIX)
  return { token, hash, hint: token.slice(0, HINT_LENGTH) }
}

/** Whether a bearer token has the form of a key. A session's token is shorter, so it is never taken for one. */
export const isApiKey = (token: string): boolean => FORMAT.test(token)
