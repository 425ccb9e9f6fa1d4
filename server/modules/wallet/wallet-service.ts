import { tellEvent } from '#server/modules/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import {
  accountSpending,
  deleteCap,
  findCap,
  findCaps,
  type Spending,
  spendingByUser,
  timeZoneOf,
  upsertCap,
  usedOfCap,
} from './caps-store.ts'
import { type CapState, type Funds, refusal, spendable } from './funds.ts'
import {
  addCaptured,
  addReserved,
  chargedEntities,
  closeReservation,
  copyCharges,
  findLines,
  findWallet,
  insertAmountCharge,
  insertCharges,
  insertReservation,
  insertWallet,
  ledgerPage,
  lockReservation,
  lockWallet,
  move,
  refundCharges,
} from './wallet-store.ts'

/** A run that needs more than it holds takes this share of it beside, so that not every batch moves credits. */
const STEP_SHARE = 0.25

/** A balance at or below this share of what was ever granted is called low, where the account has not said when. */
const LOW_SHARE = 0.1

/** What is paid for: an entity that arrived as a lead. */
export interface Delivery {
  entityId: number
  leadId: number
}

/** What a batch may need beyond what its run holds. */
export interface Need {
  unitCost: number
  /** Units that the run may still deliver. */
  room: number
  /** The most that the run may cost: it never holds more. */
  most: number
}

/** What is paid for by amount, as the ledger calls it. */
export type LedgerReason = 'ai_tokens'

interface Who {
  accountId: number
  runId: number
  userId: number | null
}

/** Somebody who would spend; the month of a cap is one of the account's time zone. */
export interface Spender {
  accountId: number
  userId: number | null
  timeZone: string
}

/** Who watches balances is built later than the wallet. */
export interface WalletDeps {
  db: Db
  /** Told within each transaction that has moved credits. */
  moved?: (accountId: number) => Promise<void>
  /** Below how many credits the account itself calls its balance low; null where it has not said. */
  alertAt?: (accountId: number) => Promise<number | null>
  /** Hears that the balance of an account has become low, in the transaction that makes it so. */
  tellLow?(balance: {
    accountId: number
    available: number
    granted: number
    threshold: null
    since: null
  }): Promise<void>
}

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

  async function open(accountId: number): Promise<void> {
    await insertWallet(db, accountId)
  }

  /** Adds credits out of nothing: free credits, top-ups. */
  async function grant(input: {
    accountId: number
    amount: number
    reason: string
    userId: number | null
  }): Promise<void> {
    await lockWallet(db, input.accountId)
    await move(db, [{ ...input, debit: 'issued', credit: 'available' }])
    await tell(input.accountId)
  }

  /** What is left of a person's cap of this month; null without one. */
  async function capOf({ accountId, userId, timeZone }: Spender): Promise<CapState | null> {
    const monthly = userId === null ? null : await findCap(db, accountId, userId)
    if (userId === null || monthly === null) return null
    const spent = await usedOfCap(db, accountId, userId, timeZone)
    return { monthly, spent, left: Math.max(0, monthly - spent) }
  }

  /** What this person can spend: what the wallet has, and what is left of the own cap. */
  async function fundsOf(who: Spender): Promise<Funds> {
    const wallet = await findWallet(db, who.accountId)
    return { available: wallet?.available ?? 0, cap: await capOf(who) }
  }

  /** Tells webhooks that credits run out, when taking `amount` has made them few. The wallet is locked. */
  async function tellWhenLow(accountId: number, amount: number): Promise<void> {
    const wallet = await findWallet(db, accountId)
    if (!wallet) return
    const { available, reserved, spent } = wallet
    const granted = available + reserved + spent
    const low = granted * LOW_SHARE
    if (available > low || available + amount <= low) return
    // An account that has said itself what is low hears of that alone.
    if (((await alertAt?.(accountId)) ?? null) === null)
      await tellLow?.({ accountId, available, granted, threshold: null, since: null })
    await tellEvent(db, accountId, { type: 'credits.low', listId: null, data: { available, reserved } })
  }

  /**
   * Holds `amount` for a run. Once held it can be captured, whatever happens to the person's cap meanwhile.
   * @throws AppError insufficient_credits or credit_cap_reached, whichever leaves less, with what is there.
   */
  async function reserve(
    who: Who & Spender & { amount: number; unitCost: number; reason: string },
  ): Promise<void> {
    await lockWallet(db, who.accountId)
    const problem = refusal(await fundsOf(who), who)
    if (problem) throw problem
    await insertReservation(db, who)
    if (who.amount > 0) await move(db, [{ ...who, debit: 'available', credit: 'reserved' }])
    await tellWhenLow(who.accountId, who.amount)
    await tell(who.accountId)
  }

  /** Holds more for a run that works: what is missing and a step beside, as far as promise, wallet and cap allow. */
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
    await move(db, [{ ...who, debit: 'available', credit: 'reserved', amount, reason: 'Held for more' }])
    await tellWhenLow(who.accountId, amount)
    await tell(who.accountId)
    return amount
  }

  /**
   * Tells what a batch may cost: which of these entities are paid already, and what the run's reservation holds for the
   * others; what it lacks for them is added to it, if it can be. Locks wallet and reservation, so the answer stays true
   * until the transaction ends.
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
    const open = reservation.amount - reservation.captured
    const need = Math.min(room, new Set(entityIds).size - paid.size) * unitCost
    return { paid, left: open + (await holdMore(who, reservation, need - open, most)) }
  }

  /** Charges each delivered entity that was never charged; one ledger line each. @returns credits captured. */
  async function capture(
    who: Who,
    input: { chargeKind: string; unitCost: number; deliveries: Delivery[] },
  ): Promise<number> {
    if (input.unitCost === 0 || input.deliveries.length === 0) return 0
    const fresh = await insertCharges(db, {
      ...who,
      chargeKind: input.chargeKind,
      amount: input.unitCost,
      entityIds: input.deliveries.map((delivery) => delivery.entityId).sort((a, b) => a - b),
    })
    const paid = input.deliveries.filter((delivery) => fresh.has(delivery.entityId))
    const cost = paid.length * input.unitCost
    if (cost === 0) return 0
    const reservation = await lockReservation(db, who.accountId, who.runId)
    // The table's check would refuse too; said here so that the run fails with a sentence.
    if (!reservation || reservation.amount - reservation.captured < cost)
      throw new Error(`run ${who.runId} would capture more than it reserved`)
    await addCaptured(db, who.accountId, reservation.id, cost)
    await move(
      db,
      paid.map((delivery) => ({
        ...who,
        ...delivery,
        debit: 'reserved' as const,
        credit: 'spent' as const,
        amount: input.unitCost,
        reason: input.chargeKind,
      })),
    )
    await tell(who.accountId)
    return cost
  }

  /**
   * Takes an amount that belongs to no entity (tokens of a model) out of what a run holds; what it lacks is added, if it
   * can be. @returns false, with nothing taken, when the credits are not there.
   */
  async function captureAmount(
    who: Who,
    { amount, most, reason }: { amount: number; most: number; reason: LedgerReason },
  ): Promise<boolean> {
    if (amount === 0) return true
    await lockWallet(db, who.accountId)
    const reservation = await lockReservation(db, who.accountId, who.runId)
    if (reservation?.state !== 'open') return false
    const open = reservation.amount - reservation.captured
    if (open + (await holdMore(who, reservation, amount - open, most)) < amount) return false
    await addCaptured(db, who.accountId, reservation.id, amount)
    const entityId = await insertAmountCharge(db, { ...who, chargeKind: reason, amount })
    await move(db, [{ ...who, entityId, debit: 'reserved', credit: 'spent', amount, reason }])
    await tell(who.accountId)
    return true
  }

  /**
   * Gives back what was paid for these entities, each once ever. The charges stay, so that nobody pays again for
   * what was paid for once. @returns credits refunded.
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
    const charges = await refundCharges(db, input.accountId, input.chargeKind, input.entityIds)
    await move(
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
    if (charges.length > 0) await tell(input.accountId)
    return charges.reduce((sum, charge) => sum + charge.amount, 0)
  }

  /** Ends a run's reservation: what was not captured is available again. Settling twice does nothing. */
  async function settle(who: Who): Promise<number> {
    await lockWallet(db, who.accountId)
    const reservation = await lockReservation(db, who.accountId, who.runId)
    if (!reservation || reservation.state === 'settled') return 0
    const rest = reservation.amount - reservation.captured
    await closeReservation(db, who.accountId, reservation.id)
    if (rest > 0)
      await move(db, [{ ...who, debit: 'reserved', credit: 'available', amount: rest, reason: 'Not needed' }])
    await tell(who.accountId)
    return rest
  }

  return {
    open,
    /** Puts this transaction in line with everything else that moves this account's credits. */
    lock: async (accountId: number): Promise<void> => void (await lockWallet(db, accountId)),
    grant,
    reserve,
    allowance,
    capture,
    captureAmount,
    refund,
    settle,
    /** Credits that this person can spend now. */
    spendable: async (who: Spender): Promise<number> => spendable(await fundsOf(who)),

    /** Sets or, with null, lifts what a member may spend in a calendar month. What is reserved already stays reserved. */
    async setCap(accountId: number, userId: number, cap: number | null): Promise<void> {
      if (cap === null) await deleteCap(db, accountId, userId)
      else await upsertCap(db, accountId, userId, cap)
      await tell(accountId)
    },
    /** Monthly caps by user; who has none is absent. */
    async capsOf(accountId: number): Promise<Map<number, number>> {
      const rows = await findCaps(db, accountId)
      return new Map(rows.map((row) => [row.user_id, row.monthly_credits]))
    },
    /** What each user has spent this month and lately; who spent nothing lately is absent. */
    spendingOf: (accountId: number, timeZone: string): Promise<Map<number, Spending>> =>
      spendingByUser(db, accountId, timeZone),

    /** Who paid for one entity never pays for the other: in the caller's transaction, where two become one or one two. */
    carryCharges: (accountId: number, from: number, to: number) => copyCharges(db, accountId, from, to),
    chargedEntities: (accountId: number, chargeKind: string, entityIds: number[]) =>
      chargedEntities(db, accountId, chargeKind, entityIds),
    ledgerPage: (actor: Actor, page: { page: number; limit: number; runId?: number | undefined }) =>
      ledgerPage(db, actor.accountId, page),
    /** Movements by their ids. */
    lines: (accountId: number, ids: number[]) => findLines(db, accountId, ids),
    async limits(actor: Actor) {
      const wallet = (await findWallet(db, actor.accountId)) ?? { available: 0, reserved: 0, spent: 0 }
      const granted = wallet.available + wallet.reserved + wallet.spent
      const cap = await capOf(actor)
      const below = (await alertAt?.(actor.accountId)) ?? null
      const low_balance = below === null ? wallet.available <= granted * LOW_SHARE : wallet.available < below
      // Who has no access to the wallet learns what concerns the own work: the cap, and that credits run out.
      if (!actor.isMainUser && !actor.accessToWallet)
        return { available: null, reserved: null, spent: null, spent_this_month: null, low_balance, cap }
      return {
        available: wallet.available,
        reserved: wallet.reserved,
        spent: wallet.spent,
        spent_this_month: await accountSpending(db, actor.accountId, actor.timeZone),
        low_balance,
        cap,
      }
    },
  }
}

export type Wallet = ReturnType<typeof createWallet>
