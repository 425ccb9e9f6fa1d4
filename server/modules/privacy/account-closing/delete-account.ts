import { blankAccount, lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { closeCredits } from '#server/modules/accounts/wallet/index.ts'
import { sealChain } from '#server/modules/core/audit/index.ts'
import { uploadNames } from '#server/modules/core/files/index.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { endActing } from '#server/modules/identity/sessions/index.ts'
import { exportFileNames } from '#server/modules/leads/exports/index.ts'
import { detachAreas } from '#server/modules/sources/corpus/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import { deleteRows } from './account-closing-store.ts'

/** Deletes what `TABLES` marks so, in order. */
const DELETED = TABLES.filter(({ onClose }) => onClose === 'delete').map(({ name }) => name)

/** Removes names from what `TABLES` keeps or detaches. */
async function anonymizeBooks(db: Db, accountId: number): Promise<void> {
  await closeCredits(db, accountId)
  await detachAreas(db, accountId)
  await blankAccount(db, accountId)
}

/**
 * Permanently deletes an account's contents: rows and files. The books stay without names. Does nothing when the
 * account was reopened.
 * @returns whether it was deleted.
 */
export const deleteAccount = (
  { db, storage }: { db: Db; storage: Pick<Storage, 'remove'> },
  accountId: number,
  now: Date,
): Promise<boolean> =>
  transaction(db, async () => {
    const account = await lockAccount(db, accountId)
    if (!account?.delete_at || account.delete_at > now || account.deleted_at) return false
    // Files first: if that fails, the rows still refer to them, and the next night retries.
    for (const name of [...(await uploadNames(db, accountId)), ...(await exportFileNames(db, accountId))])
      await storage.remove(name)
    // Ends sessions in which the account's people acted as others.
    await endActing(db, accountId)
    await sealChain(db, accountId)
    for (const table of DELETED) await deleteRows(db, table, accountId)
    await anonymizeBooks(db, accountId)
    return true
  })
