import { createHash, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new bearer token: `token` goes to its owner once, `hash` is stored. */
export interface NewToken {
  token: string
  hash: string
}

/**
 * Makes an unguessable token: 32 random bytes in base64url (43 characters) after an optional readable
 * prefix, for example `newToken('lw_')`, and the hash to store.
 */
export function newToken(prefix = ''): NewToken {
  const token = prefix + randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/**
 * SHA-256 of a token, 64 lower-case hex digits. A plain hash is enough because a token carries 256
 * random bits; passwords and short codes need `hashPassword`.
 */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Compares two texts in constant time (whatever their difference and lengths). */
export function constantTimeEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** A random id (UUID version 4) for rows and requests. Unique, but not a secret to rely on. */
export function randomId(): string {
  return randomUUID()
}
