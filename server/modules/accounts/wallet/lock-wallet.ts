import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { expiredGrants } from './grants-store.ts'
import { returnOrLose } from './return-credits.ts'
import { lockWalletRow } from './wallet-store.ts'

/** Posts expired credits: to the grants they came from, else to the book `expired`. The wallet is locked. */
export async function expireDue(db: Db, accountId: number): Promise<number> {
  const due = await expiredGrants(db, accountId)
  if (due.length === 0) return 0
  return returnOrLose(db, {
    accountId,
    taken: due.map(({ remaining: amount, ...grant }) => ({ ...grant, amount })),
    book: 'expired',
    reason: 'Expired',
    userId: null,
  })
}

/**
 * Locks the account's wallet for this transaction: all movements of an account's credits are serialized here.
 * Posts expired credits first.
 */
export async function lockWallet(db: Db, accountId: number) {
  requireTransaction(db, 'Moving credits')
  const wallet = await lockWalletRow(db, accountId)
  if (!wallet?.has_expired) return wallet
  await expireDue(db, accountId)
  return lockWalletRow(db, accountId)
}
