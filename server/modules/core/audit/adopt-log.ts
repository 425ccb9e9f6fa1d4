import { type Db, transaction } from '#server/platform/db/db.ts'
import { appendEntry } from './append-entry.ts'
import { bindAuditKeys, createAuditKeys } from './audit-keys.ts'
import { findErased, findHeads, hasSignedEntries } from './audit-store.ts'
import { findLastCheckpoint, lockCheckpoints, removeAdoptionMark } from './checkpoint-store.ts'
import { FIRST_PREVIOUS, writeCheckpoint } from './checkpoints.ts'

/**
 * Adopts entries written before signing was introduced, once: an `audit.adopted` entry per account names the
 * head and the entries erased by then, and the first checkpoint records them. Earlier entries are unproven.
 */
export const adoptLog = (db: Db): Promise<void> =>
  transaction(db, async () => {
    if ((await findLastCheckpoint(db))?.n !== 0) return
    await lockCheckpoints(db)
    // Signed entries without checkpoints are the remains of a wiped log: it stays broken.
    if ((await findLastCheckpoint(db))?.n !== 0 || (await hasSignedEntries(db))) return
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
  })

/** Prepares a database handle's log before anything is written: its keys, and the adoption. */
export function openAuditLog(db: Db, secrets: readonly [string, ...string[]]): Promise<void> {
  bindAuditKeys(db, createAuditKeys(secrets))
  return adoptLog(db)
}
