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

/** What `TABLES` says is deleted, in its order. */
const DELETED = TABLES.filter(({ onClose }) => onClose === 'delete').map(({ name }) => name)

/** What `TABLES` says is kept or detached loses its names. */
async function anonymizeBooks(db: Db, accountId: number): Promise<void> {
  await closeCredits(db, accountId)
  await detachAreas(db, accountId)
  await blankAccount(db, accountId)
}

/**
 * Deletes what an account holds, for ever: rows and files. The books stay without names. Nothing happens where the
 * account was reopened meanwhile. @returns whether it was deleted.
 */
export const deleteAccount = (
  { db, storage }: { db: Db; storage: Pick<Storage, 'remove'> },
  accountId: number,
  now: Date,
): Promise<boolean> =>
  transaction(db, async () => {
    const account = await lockAccount(db, accountId)
    if (!account?.delete_at || account.delete_at > now || account.deleted_at) return false
    // Bytes go first: should that fail, the rows still know of them, and the next night tries again.
    for (const name of [...(await uploadNames(db, accountId)), ...(await exportFileNames(db, accountId))])
      await storage.remove(name)
    // Sessions in which people of the account acted as others end with them.
    await endActing(db, accountId)
    await sealChain(db, accountId)
    for (const table of DELETED) await deleteRows(db, table, accountId)
    await anonymizeBooks(db, accountId)
    return true
  })
