import type { Db } from '#server/platform/db/db.ts'
import { appendEntry } from './append-entry.ts'
import { bindAuditKeys, createAuditKeys } from './audit-keys.ts'
import { findErased, findHeads } from './audit-store.ts'
import { removeAdoptionMark } from './checkpoint-store.ts'
import { FIRST_PREVIOUS, writeCheckpoint } from './checkpoints.ts'

/**
 * Starts the signed log, in the transaction of the migration that introduced signing. An `audit.adopted` entry per
 * account names the head and the entries erased by then, and the first checkpoint records them; earlier entries are
 * unproven. No later start adopts anything: without the key, whoever writes to the database could have entries of
 * their own signed.
 */
export async function adoptLog(db: Db, secrets: readonly [string, ...string[]]): Promise<void> {
  bindAuditKeys(db, createAuditKeys(secrets))
  for (const { account_id, seq, hash } of await findHeads(db))
    await appendEntry(db, {
      account_id,
      action: 'audit.adopted',
      subject: null,
      credential: 'none',
      user_id: null,
      actor_user_id: null,
      detail: { seq, head: hash.toString('hex'), erased: await findErased(db, account_id) },
    })
  await removeAdoptionMark(db)
  await writeCheckpoint(db, { n: 0, mac: FIRST_PREVIOUS })
}
