import { blankAccount, lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { closeCredits } from '#server/modules/accounts/wallet/index.ts'
import { sealChain } from '#server/modules/core/audit/index.ts'
import { uploadNames } from '#server/modules/core/files/index.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { endActing } from '#server/modules/identity/sessions/index.ts'
import { exportFileNames } from '#server/modules/leads/exports/index.ts'
import { detachAreas } from '#server/modules/sources/corpus/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
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
export const deleteAccount = (ctx: Context, accountId: number, now: Date): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const account = await lockAccount(ctx.db, accountId)
    if (!account?.delete_at || account.delete_at > now || account.deleted_at) return false
    // Files first: if that fails, the rows still refer to them, and the next night retries.
    for (const name of [
      ...(await uploadNames(ctx.db, accountId)),
      ...(await exportFileNames(ctx.db, accountId)),
    ])
      await ctx.storage.remove(name)
    // Ends sessions in which the account's people acted as others.
    await endActing(ctx.db, accountId)
    await sealChain(ctx.db, accountId)
    for (const table of DELETED) await deleteRows(ctx.db, table, accountId)
    await anonymizeBooks(ctx.db, accountId)
    return true
  })
