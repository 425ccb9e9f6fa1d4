import type { Db } from '#server/platform/db/db.ts'
import { timeZoneOf } from './caps-store.ts'
import { deferredOfRun } from './deferred-store.ts'
import { refusal, spendable } from './funds.ts'
import type { FundsService, Spender } from './funds-service.ts'
import { addHeld, releaseHeld, takeInBurnOrder } from './grants-store.ts'
import { expireDue, lockWallet } from './lock-wallet.ts'
import type { LowBalance } from './low-balance.ts'
import * as store from './wallet-store.ts'

/** A run that needs more than it holds takes this share in addition, so that not every batch moves credits. */
const STEP_SHARE = 0.25

/** What a batch may need beyond its run's holds. */
export interface Need {
  unitCost: number
  /** Units that the run may still deliver. */
  remaining: number
  /** The maximum cost of the run: it never holds more. */
  max: number
}

/** The run that credits are for, and its person. */
export interface RunPayer {
  accountId: number
  runId: number
  userId: number | null
}

interface ReservationsDeps {
  db: Db
  fundsOf: FundsService['fundsOf']
  notifyWhenLow: LowBalance['notifyWhenLow']
  /** Publishes that an account's credits have changed. */
  emitBalance: (accountId: number) => Promise<void>
}

/** Credits that runs hold until they are charged or released. */
export function createReservations({ db, fundsOf, notifyWhenLow, emitBalance }: ReservationsDeps) {
  /** Takes credits from grants in burn order; the hold names them, and outlives their expiry. */
  const hold = async ({ accountId, runId }: RunPayer, amount: number) =>
    addHeld(db, accountId, runId, await takeInBurnOrder(db, accountId, amount))

  /**
   * Holds `amount` for a run. Held credits can always be captured, whatever happens to the person's cap.
   * @throws AppError insufficient_credits or credit_cap_reached, whichever leaves less, with the available
   *   credits.
   */
  async function reserve(
    payer: RunPayer & Spender & { amount: number; unitCost: number; reason: string },
  ): Promise<void> {
    await lockWallet(db, payer.accountId)
    const problem = refusal(await fundsOf(payer), payer)
    if (problem) throw problem
    await store.insertReservation(db, payer)
    if (payer.amount > 0) {
      await hold(payer, payer.amount)
      await store.move(db, [{ ...payer, debit: 'available', credit: 'reserved' }])
    }
    await notifyWhenLow(payer.accountId, payer.amount)
    await emitBalance(payer.accountId)
  }

  /** Holds more for a running run: what is missing plus a step, limited by maximum cost, wallet and cap. */
  async function holdMore(
    payer: RunPayer,
    held: { id: number; amount: number },
    missing: number,
    max: number,
  ): Promise<number> {
    const wanted = Math.min(max - held.amount, Math.max(missing, Math.ceil(held.amount * STEP_SHARE)))
    if (missing <= 0 || wanted <= 0) return 0
    const timeZone = await timeZoneOf(db, payer.accountId)
    const amount = Math.min(wanted, spendable(await fundsOf({ ...payer, timeZone })))
    if (amount <= 0) return 0
    await store.addReserved(db, payer.accountId, held.id, amount)
    await hold(payer, amount)
    await store.move(db, [
      { ...payer, debit: 'available', credit: 'reserved', amount, reason: 'Held for more' },
    ])
    await notifyWhenLow(payer.accountId, amount)
    await emitBalance(payer.accountId)
    return amount
  }

  /**
   * Determines what a batch may cost: which entities are already paid, and what the run's reservation holds for
   * the others; missing credits are added to it if possible. Locks wallet and reservation, so the answer stays
   * valid until the transaction ends.
   */
  async function allowance(
    payer: RunPayer,
    chargeKind: string,
    entityIds: number[],
    { unitCost, remaining, max }: Need,
  ): Promise<{ paid: Set<number>; left: number }> {
    await lockWallet(db, payer.accountId)
    const reservation = await store.lockReservation(db, payer.accountId, payer.runId)
    const paid = await store.chargedEntities(db, payer.accountId, chargeKind, entityIds)
    if (reservation?.state !== 'open') return { paid, left: 0 }
    const deferred = await deferredOfRun(db, payer.accountId, payer.runId)
    const open = reservation.amount - reservation.captured - deferred
    const need = Math.min(remaining, new Set(entityIds).size - paid.size) * unitCost
    return { paid, left: open + (await holdMore(payer, reservation, need - open, max)) }
  }

  /** Ends a run's reservation: what was not captured returns to its grants, and expires where they have. Idempotent. */
  async function settle(payer: RunPayer): Promise<number> {
    await lockWallet(db, payer.accountId)
    const reservation = await store.lockReservation(db, payer.accountId, payer.runId)
    if (!reservation || reservation.state === 'settled') return 0
    const rest = reservation.amount - reservation.captured
    await store.closeReservation(db, payer.accountId, reservation.id)
    if (rest > 0) {
      await releaseHeld(db, payer.accountId, payer.runId)
      await store.move(db, [
        { ...payer, debit: 'reserved', credit: 'available', amount: rest, reason: 'Not needed' },
      ])
      await expireDue(db, payer.accountId)
    }
    await emitBalance(payer.accountId)
    return rest
  }

  return { reserve, holdMore, allowance, settle }
}

export type Reservations = ReturnType<typeof createReservations>
