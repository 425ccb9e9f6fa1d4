import { createHash } from 'node:crypto'
import type { AuditRow } from './audit-store.ts'

/** SHA-256 over the concatenated parts. Via hex, which takes half as long as a buffer. */
export const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return Buffer.from(hash.digest('hex'), 'hex')
}

/** JSON with sorted keys: the database returns them in another order than written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

/** Digest of an entry's detail. The salt keeps short values from being guessed once they are erased. */
export const hashDetail = (salt: Buffer, detail: Record<string, unknown>): Buffer =>
  sha256(salt, canonical(detail))

/**
 * Hash of an entry and all its predecessors, for versions 0 and 1. Erasable parts are included only as a digest.
 * Entries keep their hash for ever, so a version's hashing never changes.
 */
export const hashEntry = (
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
