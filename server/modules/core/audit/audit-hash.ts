import { createHash } from 'node:crypto'
import type { AuditRow } from './audit-store.ts'

/** SHA-256 over the parts, one after the other. By way of hex, which takes half as long as a buffer. */
export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return Buffer.from(hash.digest('hex'), 'hex')
}

/** JSON with sorted keys: what the database gives back has another order than what was written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

/** Digest of what an entry says in detail. The salt keeps short values from being guessed once they are erased. */
export const digestOf = (salt: Buffer, detail: Record<string, unknown>): Buffer =>
  sha256(salt, canonical(detail))

/**
 * Hash of an entry and of everything before it, for versions 0 and 1. What may be erased is in it as a digest only.
 * Entries keep their hash for ever, so what a version hashes never changes.
 */
export const hashOf = (
  before: Buffer,
  entry: Omit<AuditRow, 'hash' | 'salt' | 'detail' | 'v' | 'key_id' | 'mac'>,
): Buffer =>
  sha256(
    before,
    JSON.stringify([
      entry.account_id,
      entry.seq,
      entry.at.toISOString(),
      entry.action,
      entry.user_id,
      entry.actor_user_id,
      entry.credential,
      entry.subject,
      entry.digest.toString('hex'),
    ]),
  )
