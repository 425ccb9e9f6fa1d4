import { newToken } from '#server/platform/crypto/tokens.ts'

/** Distinguishes a key from a session token at a glance, for people and for leak scanners. */
const PREFIX = 'key_'
/** Prefix and six of 43 characters: enough to identify a key, far too few to guess it. */
const HINT_LENGTH = 10
/** Token of an app that a person connected. */
const APP_PREFIX = 'app_'
const FORMAT = /^(?:key|app)_[\w-]{43}$/

/** A new key: `token` is shown once, `hash` is stored, `hint` is its first characters. */
export function newApiKey(): { token: string; hash: string; hint: string } {
  const { token, hash } = newToken(PREFIX)
  return { token, hash, hint: token.slice(0, HINT_LENGTH) }
}

/** A token of a connected app, of 43 characters that nobody can guess. */
export const makeAppToken = (secret: string): string => APP_PREFIX + secret

export const isAppToken = (token: string): boolean => token.startsWith(APP_PREFIX) && isApiKey(token)

/** Whether a bearer token has the form of a key, or of a connected app’s token, which is one for an hour. A session token is shorter, so it never does. */
export const isApiKey = (token: string): boolean => FORMAT.test(token)
