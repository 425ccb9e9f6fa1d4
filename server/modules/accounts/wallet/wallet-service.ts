import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { createCharges } from './charges.ts'
import { createDeferredCharges } from './deferred-charges.ts'
import { createFunds } from './funds-service.ts'
import { createLowBalance, type LowBalanceDeps } from './low-balance.ts'
import { createReservations } from './reservations.ts'
import {
  chargedEntities,
  copyCharges,
  findLines,
  insertWallet,
  ledgerPage,
  lockWallet,
  move,
} from './wallet-store.ts'

interface Grant {
  accountId: number
  amount: number
  reason: string
  userId: number | null
}

/** Who watches balances is built later than the wallet. */
export interface WalletDeps extends LowBalanceDeps {
  /** Told within each transaction that has moved credits. */
  moved?: (accountId: number) => Promise<void>
}

/** What has been charged and booked. */
const walletReads = (db: Db) => ({
  chargedEntities: (accountId: number, chargeKind: string, entityIds: number[]) =>
    chargedEntities(db, accountId, chargeKind, entityIds),
  ledgerPage: (actor: Actor, page: { page: number; limit: number; runId?: number | undefined }) =>
    ledgerPage(db, actor.accountId, page),
  /** Movements by their ids. */
  lines: (accountId: number, ids: number[]) => findLines(db, accountId, ids),
})

/**
 * Credits of accounts. Everything that moves credits takes the caller's transaction, so that money and the rows
 * it pays for commit together; the wallet row is locked first, which puts one account's movements in line.
 */
export function createWallet({ db, moved, alertAt, tellLow }: WalletDeps) {
  /** Everybody who shows credits hears of it; whoever watches the balance looks, in the same transaction. */
  const tell = async (accountId: number) => {
    await publish(db, { accountId, kind: 'wallet', id: accountId })
    await moved?.(accountId)
  }

  const { isLow, tellWhenLow } = createLowBalance({ db, alertAt, tellLow })
  const { fundsOf, ...funds } = createFunds({ db, isLow, tell })
  const { holdMore, ...reservations } = createReservations({ db, fundsOf, tellWhenLow, tell })
  const { defer, ...deferred } = createDeferredCharges({ db, tell })

  return {
    ...funds,
    ...reservations,
    ...deferred,
    ...createCharges({ db, defer, holdMore, tell }),
    ...walletReads(db),
    open: async (accountId: number): Promise<void> => void (await insertWallet(db, accountId)),
    /** Puts this transaction in line with everything else that moves this account's credits. */
    lock: async (accountId: number): Promise<void> => void (await lockWallet(db, accountId)),

    /** Adds credits out of nothing: free credits, top-ups. */
    async grant(input: Grant): Promise<void> {
      await lockWallet(db, input.accountId)
      await move(db, [{ ...input, debit: 'issued', credit: 'available' }])
      await tell(input.accountId)
    },

    /** Who paid for one entity never pays for the other: in the caller's transaction, where two become one or one two. */
    carryCharges: (accountId: number, from: number, to: number) => copyCharges(db, accountId, from, to),
  }
}

export type Wallet = ReturnType<typeof createWallet>
