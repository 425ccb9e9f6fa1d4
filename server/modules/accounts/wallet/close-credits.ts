import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { usableGrants } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { returnOrLose } from './return-credits.ts'
import { blankLedger } from './wallet-store.ts'

/** Returns an account's unspent credits to the accounts that paid for them, and removes personal data from its books. */
export async function closeCredits(db: Db, accountId: number): Promise<void> {
  await lockWallet(db, accountId)
  const left = (await usableGrants(db, accountId)).map(({ remaining: amount, ...grant }) => ({
    ...grant,
    amount,
  }))
  const reason = 'Account deleted'
  if (left.length > 0)
    await returnOrLose(db, { accountId, taken: left, book: 'taken_back', reason, userId: null })
  await blankLedger(db, accountId)
}

/**
 * Nobody can use credits that reach a deleted account: they return as the rest did when it was deleted.
 * @returns whether it was deleted.
 */
export async function closeIfDeleted(db: Db, accountId: number): Promise<boolean> {
  const account = await findRow(db, 'account_node', { id: accountId }, ['deleted_at'])
  if (!account?.deleted_at) return false
  await closeCredits(db, accountId)
  return true
}
