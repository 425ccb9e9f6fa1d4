import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { createCharges } from './charges.ts'
import { checkBooks } from './check-books.ts'
import { createCredits } from './credits-service.ts'
import { createDeferredCharges } from './deferred-charges.ts'
import { createFunds } from './funds-service.ts'
import type { Posting } from './grant-types.ts'
import { usableGrants } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { createLowBalance, type LowBalanceDeps } from './low-balance.ts'
import { createReservations } from './reservations.ts'
import { createSourceCredits } from './source-credits.ts'
import { createTransfers } from './transfers.ts'
import { arriving, poolFacts } from './transfers-store.ts'
import * as store from './wallet-store.ts'

/** Balance observers are built later than the wallet. */
export interface WalletDeps extends LowBalanceDeps {
  /** Called within each transaction that has moved credits. */
  moved?: (accountId: number) => Promise<void>
  /** Called within each transaction that has spent or refunded credits of grants. */
  posted?: (posting: Posting) => Promise<void>
  /** Called when a pool has given credits to an account below, or had too few (`given` is 0). */
  poolUsed?: (pool: { accountId: number; given: number }) => Promise<void>
}

/** What has been charged and booked. */
const walletReads = (db: Db) => ({
  chargedEntities: (accountId: number, chargeKind: string, entityIds: number[]) =>
    store.chargedEntities(db, accountId, chargeKind, entityIds),
  ledgerPage: (actor: Actor, page: { page: number; limit: number; runId?: number | undefined }) =>
    store.ledgerPage(db, actor.accountId, page),
  /** Spendable grants, in burn order. */
  grants: (accountId: number) => usableGrants(db, accountId),
  /** An account's credits, with those in transit to it. */
  async balance(accountId: number) {
    const wallet = await store.findWallet(db, accountId)
    return {
      available: (wallet?.available ?? 0) + (await arriving(db, accountId)),
      reserved: wallet?.reserved ?? 0,
      spent: wallet?.spent ?? 0,
    }
  },
  /** What a reseller's account has given lately, and what waits for credits. */
  pool: (accountId: number) => poolFacts(db, accountId),
  check: () => checkBooks(db),
  lines: (accountId: number, ids: number[]) => store.findLines(db, accountId, ids),
})

/**
 * Credits of accounts. Everything that moves credits takes the caller's transaction, so that money and the rows
 * it pays for commit together; the wallet row is locked first, which serializes one account's movements.
 */
export function createWallet({ db, moved, posted, poolUsed, alertAt, notifyLow }: WalletDeps) {
  /** Notifies credit displays, and balance observers in the same transaction. */
  const emitBalance = async (accountId: number) => {
    await publish(db, { accountId, kind: 'wallet', id: accountId })
    await moved?.(accountId)
  }

  const post = async (posting: Posting) => posted?.(posting)
  const { isLow, notifyWhenLow } = createLowBalance({ db, alertAt, notifyLow })
  const { fundsOf, ...funds } = createFunds({ db, isLow, emitBalance })
  const { holdMore, ...reservations } = createReservations({ db, fundsOf, notifyWhenLow, emitBalance })
  const { defer, ...deferred } = createDeferredCharges({ db, emitBalance, posted: post })
  const transfers = createTransfers({ db, emitBalance, poolUsed: async (pool) => poolUsed?.(pool) })

  return {
    ...funds,
    ...reservations,
    ...deferred,
    ...createCharges({ db, defer, holdMore, emitBalance, posted: post }),
    ...createCredits({ db, emitBalance, transfers }),
    ...createSourceCredits({ db, emitBalance, transfers }),
    finishTransfers: transfers.finishAll,
    arrived: transfers.arrived,
    ...walletReads(db),
    open: async (accountId: number): Promise<void> => void (await store.insertWallet(db, accountId)),
    /** Serializes this transaction with all other movements of this account's credits. */
    lock: async (accountId: number): Promise<void> => void (await lockWallet(db, accountId)),

    /**
     * A payment for one entity also covers the other: in the caller's transaction, where two are merged or one
     * is split.
     */
    carryCharges: (accountId: number, from: number, to: number) => store.copyCharges(db, accountId, from, to),
  }
}

export type Wallet = ReturnType<typeof createWallet>
