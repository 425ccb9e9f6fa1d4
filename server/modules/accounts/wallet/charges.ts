import type { Db } from '#server/platform/db/db.ts'
import type { DeferredCharges } from './deferred-charges.ts'
import type { Posting } from './grant-types.ts'
import { refundSpent, spendHeld } from './grants-store.ts'
import { expireDue, lockWallet } from './lock-wallet.ts'
import type { Reservations, RunPayer } from './reservations.ts'
import * as store from './wallet-store.ts'

/** What is paid by amount, as named in the ledger. */
type LedgerReason = 'ai_tokens'

interface ChargesDeps {
  db: Db
  defer: DeferredCharges['defer']
  holdMore: Reservations['holdMore']
  /** Publishes that an account's credits have changed. */
  emitBalance: (accountId: number) => Promise<void>
  /** Observes spent and refunded credits, in the same transaction. */
  posted: (posting: Posting) => Promise<void>
}

/** Grants pay from a run's holds, and get refunds. */
function createSpending({ db, posted }: Pick<ChargesDeps, 'db' | 'posted'>) {
  async function spend({ accountId, runId }: RunPayer, chargeKind: string, amount: number): Promise<void> {
    const pieces = await spendHeld(db, accountId, runId, amount)
    await posted({ accountId, runId, chargeKind, sign: 1, pieces })
  }

  /** Refunds a run's payments to the grants that paid, and expires them where those have expired. */
  async function returnToGrants(
    { accountId, chargeKind }: { accountId: number; chargeKind: string },
    charges: readonly { run_id: number; amount: number }[],
  ): Promise<void> {
    for (const [runId, paid] of Map.groupBy(charges, ({ run_id }) => run_id)) {
      const amount = paid.reduce((sum, charge) => sum + charge.amount, 0)
      const pieces = await refundSpent(db, accountId, runId, amount)
      await posted({ accountId, runId, chargeKind, sign: -1, pieces })
    }
  }

  return { spend, returnToGrants }
}

/** Charges: out of a run's holds, and back. */
export function createCharges({ db, defer, holdMore, emitBalance, posted }: ChargesDeps) {
  const { spend, returnToGrants } = createSpending({ db, posted })

  /** Charges delivered entities that were never charged, or defers them where `isLater`. @returns credits captured. */
  async function capture(
    payer: RunPayer,
    {
      isLater = () => false,
      ...input
    }: {
      chargeKind: string
      unitCost: number
      deliveries: store.Delivery[]
      isLater?: (delivery: store.Delivery) => boolean
    },
  ): Promise<number> {
    await defer(payer, { ...input, deliveries: input.deliveries.filter(isLater) })
    const deliveries = input.deliveries.filter((delivery) => !isLater(delivery))
    if (input.unitCost === 0 || deliveries.length === 0) return 0
    const fresh = await store.insertCharges(db, {
      ...payer,
      chargeKind: input.chargeKind,
      amount: input.unitCost,
      entityIds: deliveries.map((delivery) => delivery.entityId).sort((a, b) => a - b),
    })
    const paid = deliveries.filter((delivery) => fresh.has(delivery.entityId))
    const cost = paid.length * input.unitCost
    if (cost === 0) return 0
    const reservation = await store.lockReservation(db, payer.accountId, payer.runId)
    // The table's check would reject it too; here the run fails with a sentence.
    if (!reservation || reservation.amount - reservation.captured < cost)
      throw new Error(`run ${payer.runId} would capture more than it reserved`)
    await store.addCaptured(db, payer.accountId, reservation.id, cost)
    await spend(payer, input.chargeKind, cost)
    await store.move(
      db,
      paid.map((delivery) => ({
        ...payer,
        ...delivery,
        debit: 'reserved' as const,
        credit: 'spent' as const,
        amount: input.unitCost,
        reason: input.chargeKind,
      })),
    )
    await emitBalance(payer.accountId)
    return cost
  }

  /**
   * Takes an amount without an entity (a model's tokens) from a run's holds, adding what is missing if possible.
   * @returns false, with nothing taken, when the credits are missing.
   */
  async function captureAmount(
    payer: RunPayer,
    { amount, max, reason }: { amount: number; max: number; reason: LedgerReason },
  ): Promise<boolean> {
    if (amount === 0) return true
    await lockWallet(db, payer.accountId)
    const reservation = await store.lockReservation(db, payer.accountId, payer.runId)
    if (reservation?.state !== 'open') return false
    const open = reservation.amount - reservation.captured
    if (open + (await holdMore(payer, reservation, amount - open, max)) < amount) return false
    await store.addCaptured(db, payer.accountId, reservation.id, amount)
    await spend(payer, reason, amount)
    const entityId = await store.insertAmountCharge(db, { ...payer, chargeKind: reason, amount })
    await store.move(db, [{ ...payer, entityId, debit: 'reserved', credit: 'spent', amount, reason }])
    await emitBalance(payer.accountId)
    return true
  }

  /**
   * Refunds these entities, each at most once. The charges stay, so that nobody pays twice for them.
   * @returns credits refunded.
   */
  async function refund(input: {
    accountId: number
    chargeKind: string
    entityIds: number[]
    reason: string
    userId: number | null
  }): Promise<number> {
    if (input.entityIds.length === 0) return 0
    await lockWallet(db, input.accountId)
    const charges = await store.refundCharges(db, input.accountId, input.chargeKind, input.entityIds)
    if (charges.length === 0) return 0
    await returnToGrants(input, charges)
    await store.move(
      db,
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
    await expireDue(db, input.accountId)
    await emitBalance(input.accountId)
    return charges.reduce((sum, charge) => sum + charge.amount, 0)
  }

  return { capture, captureAmount, refund }
}
