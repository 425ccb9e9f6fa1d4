import type { Context } from '#server/platform/context.ts'
import { getTimeZone } from './caps-store.ts'
import { deferredOfRun } from './deferred-store.ts'
import { refusal, spendable } from './funds.ts'
import { addHeld, releaseHeld, takeInBurnOrder } from './grants-store.ts'
import { expireDue, lockWallet } from './lock-wallet.ts'
import { notifyWhenLow } from './low-balance.ts'
import { findFunds, type Spender } from './spending.ts'
import { emitBalance } from './wallet.ts'
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

// Credits that runs hold until they are charged or released.

/** Takes credits from grants in burn order; the hold names them, and outlives their expiry. */
const hold = async (ctx: Context, { accountId, runId }: RunPayer, amount: number) =>
  addHeld(ctx.db, accountId, runId, await takeInBurnOrder(ctx.db, accountId, amount))

/**
 * Holds `amount` for a run. Held credits can always be captured, whatever happens to the person's cap.
 * @throws AppError insufficient_credits or credit_cap_reached, whichever leaves less, with the available
 *   credits.
 */
export async function reserveCredits(
  ctx: Context,
  payer: RunPayer & Spender & { amount: number; unitCost: number; reason: string },
): Promise<void> {
  await lockWallet(ctx.db, payer.accountId)
  const problem = refusal(await findFunds(ctx, payer), payer)
  if (problem) throw problem
  await store.insertReservation(ctx.db, payer)
  if (payer.amount > 0) {
    await hold(ctx, payer, payer.amount)
    await store.move(ctx.db, [{ ...payer, debit: 'available', credit: 'reserved' }])
  }
  await notifyWhenLow(ctx, payer.accountId, payer.amount)
  await emitBalance(ctx, payer.accountId)
}

/** Holds more for a running run: what is missing plus a step, limited by maximum cost, wallet and cap. */
export async function holdMore(
  ctx: Context,
  payer: RunPayer,
  { held, missing, max }: { held: { id: number; amount: number }; missing: number; max: number },
): Promise<number> {
  const wanted = Math.min(max - held.amount, Math.max(missing, Math.ceil(held.amount * STEP_SHARE)))
  if (missing <= 0 || wanted <= 0) return 0
  const timeZone = await getTimeZone(ctx.db, payer.accountId)
  const amount = Math.min(wanted, spendable(await findFunds(ctx, { ...payer, timeZone })))
  if (amount <= 0) return 0
  await store.addReserved(ctx.db, payer.accountId, held.id, amount)
  await hold(ctx, payer, amount)
  await store.move(ctx.db, [
    { ...payer, debit: 'available', credit: 'reserved', amount, reason: 'Held for more' },
  ])
  await notifyWhenLow(ctx, payer.accountId, amount)
  await emitBalance(ctx, payer.accountId)
  return amount
}

/**
 * Determines what a batch may cost: which entities are already paid, and what the run's reservation holds for
 * the others; missing credits are added to it if possible. Locks wallet and reservation, so the answer stays
 * valid until the transaction ends.
 */
export async function findAllowance(
  ctx: Context,
  payer: RunPayer,
  chargeKind: string,
  entityIds: number[],
  { unitCost, remaining, max }: Need,
): Promise<{ paid: Set<number>; left: number }> {
  await lockWallet(ctx.db, payer.accountId)
  const reservation = await store.lockReservation(ctx.db, payer.accountId, payer.runId)
  const paid = await store.chargedEntities(ctx.db, payer.accountId, chargeKind, entityIds)
  if (reservation?.state !== 'open') return { paid, left: 0 }
  const deferred = await deferredOfRun(ctx.db, payer.accountId, payer.runId)
  const open = reservation.amount - reservation.captured - deferred
  const need = Math.min(remaining, new Set(entityIds).size - paid.size) * unitCost
  return { paid, left: open + (await holdMore(ctx, payer, { held: reservation, missing: need - open, max })) }
}

/** Ends a run's reservation: what was not captured returns to its grants, and expires where they have. Idempotent. */
export async function settleReservation(ctx: Context, payer: RunPayer): Promise<number> {
  await lockWallet(ctx.db, payer.accountId)
  const reservation = await store.lockReservation(ctx.db, payer.accountId, payer.runId)
  if (!reservation || reservation.state === 'settled') return 0
  const rest = reservation.amount - reservation.captured
  await store.closeReservation(ctx.db, payer.accountId, reservation.id)
  if (rest > 0) {
    await releaseHeld(ctx.db, payer.accountId, payer.runId)
    await store.move(ctx.db, [
      { ...payer, debit: 'reserved', credit: 'available', amount: rest, reason: 'Not needed' },
    ])
    await expireDue(ctx.db, payer.accountId)
  }
  await emitBalance(ctx, payer.accountId)
  return rest
}
