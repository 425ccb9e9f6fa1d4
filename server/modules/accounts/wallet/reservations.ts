import type { Db } from '#server/platform/db/db.ts'
import { timeZoneOf } from './caps-store.ts'
import { deferredOfRun } from './deferred-store.ts'
import { refusal, spendable } from './funds.ts'
import type { FundsService, Spender } from './funds-service.ts'
import { addHeld, releaseHeld, takeInBurnOrder } from './grants-store.ts'
import { expireDue, lockWallet } from './lock-wallet.ts'
import type { LowBalance } from './low-balance.ts'
import {
  addReserved,
  chargedEntities,
  closeReservation,
  insertReservation,
  lockReservation,
  move,
} from './wallet-store.ts'

/** A run that needs more than it holds takes this share in addition, so that not every batch moves credits. */
const STEP_SHARE = 0.25

/** What a batch may need beyond its run's holds. */
export interface Need {
  unitCost: number
  /** Units that the run may still deliver. */
  room: number
  /** The maximum cost of the run: it never holds more. */
  most: number
}

/** The run that credits are for, and its person. */
export interface Who {
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
  const hold = async ({ accountId, runId }: Who, amount: number) =>
    addHeld(db, accountId, runId, await takeInBurnOrder(db, accountId, amount))

  /**
   * Holds `amount` for a run. Held credits can always be captured, whatever happens to the person's cap.
   * @throws AppError insufficient_credits or credit_cap_reached, whichever leaves less, with the available
   *   credits.
   */
  async function reserve(
    who: Who & Spender & { amount: number; unitCost: number; reason: string },
  ): Promise<void> {
    await lockWallet(db, who.accountId)
    const problem = refusal(await fundsOf(who), who)
    if (problem) throw problem
    await insertReservation(db, who)
    if (who.amount > 0) {
      await hold(who, who.amount)
      await move(db, [{ ...who, debit: 'available', credit: 'reserved' }])
    }
    await notifyWhenLow(who.accountId, who.amount)
    await emitBalance(who.accountId)
  }

  /** Holds more for a running run: what is missing plus a step, limited by maximum cost, wallet and cap. */
  async function holdMore(
    who: Who,
    held: { id: number; amount: number },
    missing: number,
    most: number,
  ): Promise<number> {
    const wanted = Math.min(most - held.amount, Math.max(missing, Math.ceil(held.amount * STEP_SHARE)))
    if (missing <= 0 || wanted <= 0) return 0
    const timeZone = await timeZoneOf(db, who.accountId)
    const amount = Math.min(wanted, spendable(await fundsOf({ ...who, timeZone })))
    if (amount <= 0) return 0
    await addReserved(db, who.accountId, held.id, amount)
    await hold(who, amount)
    await move(db, [{ ...who, debit: 'available', credit: 'reserved', amount, reason: 'Held for more' }])
    await notifyWhenLow(who.accountId, amount)
    await emitBalance(who.accountId)
    return amount
  }

  /**
   * Determines what a batch may cost: which entities are already paid, and what the run's reservation holds for
   * the others; missing credits are added to it if possible. Locks wallet and reservation, so the answer stays
   * valid until the transaction ends.
   */
  async function allowance(
    who: Who,
    chargeKind: string,
    entityIds: number[],
    { unitCost, room, most }: Need,
  ): Promise<{ paid: Set<number>; left: number }> {
    await lockWallet(db, who.accountId)
    const reservation = await lockReservation(db, who.accountId, who.runId)
    const paid = await chargedEntities(db, who.accountId, chargeKind, entityIds)
    if (reservation?.state !== 'open') return { paid, left: 0 }
    const deferred = await deferredOfRun(db, who.accountId, who.runId)
    const open = reservation.amount - reservation.captured - deferred
    const need = Math.min(room, new Set(entityIds).size - paid.size) * unitCost
    return { paid, left: open + (await holdMore(who, reservation, need - open, most)) }
  }

  /** Ends a run's reservation: what was not captured returns to its grants, and expires where they have. Idempotent. */
  async function settle(who: Who): Promise<number> {
    await lockWallet(db, who.accountId)
    const reservation = await lockReservation(db, who.accountId, who.runId)
    if (!reservation || reservation.state === 'settled') return 0
    const rest = reservation.amount - reservation.captured
    await closeReservation(db, who.accountId, reservation.id)
    if (rest > 0) {
      await releaseHeld(db, who.accountId, who.runId)
      await move(db, [{ ...who, debit: 'reserved', credit: 'available', amount: rest, reason: 'Not needed' }])
      await expireDue(db, who.accountId)
    }
    await emitBalance(who.accountId)
    return rest
  }

  return { reserve, holdMore, allowance, settle }
}

export type Reservations = ReturnType<typeof createReservations>
