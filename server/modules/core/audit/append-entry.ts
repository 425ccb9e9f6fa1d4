import { randomBytes } from 'node:crypto'
import type { AuditAction } from '#contract/core/audit.ts'
import type { Db } from '#server/platform/db/db.ts'
import { hashDetail, hashEntry } from './audit-hash.ts'
import { getAuditKeys } from './audit-keys.ts'
import { type AuditRow, insertEntry, lockChain } from './audit-store.ts'

const SALT_BYTES = 16

/** An entry to write: who did what in which account. */
export interface NewEntry extends Pick<AuditRow, 'user_id' | 'actor_user_id' | 'credential' | 'subject'> {
  account_id: number
  action: AuditAction
  detail: Record<string, unknown>
}

/** Appends a signed entry to an account's chain, and locks the chain until the transaction ends. */
export async function appendEntry(db: Db, { detail, ...entry }: NewEntry): Promise<void> {
  const end = await lockChain(db, entry.account_id)
  const salt = randomBytes(SALT_BYTES)
  const hashed = { ...entry, seq: end.seq + 1, at: end.at, digest: hashDetail(salt, detail) }
  const hash = hashEntry(end.hash, hashed)
  await insertEntry(db, {
    ...hashed,
    salt,
    detail,
    hash,
    v: 1,
    ...getAuditKeys(db).sign('entry 1', hash),
  })
}
