import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { expiredGrants } from './grants-store.ts'
import { returnOrLose } from './return-credits.ts'
import { lockWalletRow } from './wallet-store.ts'

/** Posts credits whose time is over: to the grants they came from, else to the book `expired`. The wallet is locked. */
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
 * Takes the account's wallet for this transaction: everything that moves credits of one account waits here in line. What
 * has expired is posted first.
 */
export async function lockWallet(db: Db, accountId: number) {
  requireTransaction(db, 'Moving credits')
  const wallet = await lockWalletRow(db, accountId)
  if (!wallet?.has_expired) return wallet
  await expireDue(db, accountId)
  return lockWalletRow(db, accountId)
}
