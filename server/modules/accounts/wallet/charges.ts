import type { Context } from '#server/platform/context.ts'
import { deferCharges } from './deferred-charges.ts'
import { refundSpent, spendHeld } from './grants-store.ts'
import { expireDue, lockWallet } from './lock-wallet.ts'
import { holdMore, type RunPayer } from './reservations.ts'
import { emitBalance } from './wallet.ts'
import * as store from './wallet-store.ts'

/** What is paid by amount, as named in the ledger. */
type LedgerReason = 'ai_tokens' | 'website_check'

/** Refunds a run's payments to the grants that paid, and expires them where those have expired. */
async function refundToGrants(
  ctx: Context,
  accountId: number,
  charges: readonly { run_id: number; amount: number }[],
): Promise<void> {
  for (const [runId, paid] of Map.groupBy(charges, ({ run_id }) => run_id)) {
    const amount = paid.reduce((sum, charge) => sum + charge.amount, 0)
    await refundSpent(ctx.db, accountId, runId, amount)
  }
}

// Charges: out of a run's holds, and back.

/** Charges delivered entities that were never charged, or defers them where `isLater`. @returns credits captured. */
export async function captureCharges(
  ctx: Context,
  payer: RunPayer,
  {
    isLater = () => false,
    ...input
  }: {
    chargeKind: string
    /** Id of the source that delivered them. */
    source: string
    unitCost: number
    deliveries: store.Delivery[]
    isLater?: (delivery: store.Delivery) => boolean
  },
): Promise<number> {
  await deferCharges(ctx, payer, { ...input, deliveries: input.deliveries.filter(isLater) })
  const deliveries = input.deliveries.filter((delivery) => !isLater(delivery))
  if (input.unitCost === 0 || deliveries.length === 0) return 0
  const fresh = await store.insertCharges(ctx.db, {
    ...payer,
    chargeKind: input.chargeKind,
    source: input.source,
    amount: input.unitCost,
    entityIds: deliveries.map((delivery) => delivery.entityId).sort((a, b) => a - b),
  })
  const paid = deliveries.filter((delivery) => fresh.has(delivery.entityId))
  const cost = paid.length * input.unitCost
  if (cost === 0) return 0
  const reservation = await store.lockReservation(ctx.db, payer.accountId, payer.runId)
  // The table's check would reject it too; here the run fails with a sentence.
  if (!reservation || reservation.amount - reservation.captured < cost)
    throw new Error(`run ${payer.runId} would capture more than it reserved`)
  await store.addCaptured(ctx.db, payer.accountId, reservation.id, cost)
  await spendHeld(ctx.db, payer.accountId, payer.runId, cost)
  await store.move(
    ctx.db,
    paid.map((delivery) => ({
      ...payer,
      ...delivery,
      debit: 'reserved' as const,
      credit: 'spent' as const,
      amount: input.unitCost,
      reason: input.chargeKind,
    })),
  )
  await emitBalance(ctx, payer.accountId)
  return cost
}

/**
 * Takes an amount without an entity (a model's tokens) from a run's holds, adding what is missing if possible.
 * @returns false, with nothing taken, when the credits are missing.
 */
export async function captureAmount(
  ctx: Context,
  payer: RunPayer,
  { amount, max, reason, source }: { amount: number; max: number; reason: LedgerReason; source: string },
): Promise<boolean> {
  if (amount === 0) return true
  await lockWallet(ctx.db, payer.accountId)
  const reservation = await store.lockReservation(ctx.db, payer.accountId, payer.runId)
  if (reservation?.state !== 'open') return false
  const open = reservation.amount - reservation.captured
  if (open + (await holdMore(ctx, payer, { held: reservation, missing: amount - open, max })) < amount)
    return false
  await store.addCaptured(ctx.db, payer.accountId, reservation.id, amount)
  await spendHeld(ctx.db, payer.accountId, payer.runId, amount)
  const entityId = await store.insertAmountCharge(ctx.db, { ...payer, chargeKind: reason, source, amount })
  await store.move(ctx.db, [{ ...payer, entityId, debit: 'reserved', credit: 'spent', amount, reason }])
  await emitBalance(ctx, payer.accountId)
  return true
}

/**
 * Refunds these entities, each at most once. The charges stay, so that nobody pays twice for them.
 * @returns credits refunded.
 */
export async function refundCharges(
  ctx: Context,
  input: {
    accountId: number
    chargeKind: string
    entityIds: number[]
    reason: string
    userId: number | null
  },
): Promise<number> {
  if (input.entityIds.length === 0) return 0
  await lockWallet(ctx.db, input.accountId)
  const charges = await store.refundCharges(ctx.db, input.accountId, input.chargeKind, input.entityIds)
  if (charges.length === 0) return 0
  await refundToGrants(ctx, input.accountId, charges)
  await store.move(
    ctx.db,
    charges.map((charge) => ({
      accountId: input.accountId,
      userId: input.userId,
      reason: input.reason,
      runId: charge.run_id,
      entityId: charge.entity_id,
      amount: charge.amount,
      debit: 'spent' as const,
      credit: 'available' as const,
    })),
  )
  await expireDue(ctx.db, input.accountId)
  await emitBalance(ctx, input.accountId)
  return charges.reduce((sum, charge) => sum + charge.amount, 0)
}
