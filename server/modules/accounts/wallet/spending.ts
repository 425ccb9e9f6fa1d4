import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import * as store from './caps-store.ts'
import { type CapState, type Funds, spendable } from './funds.ts'
import { isBalanceLow } from './low-balance.ts'
import { emitBalance } from './wallet.ts'
import { findWallet, lockWalletRow } from './wallet-store.ts'

const NO_WALLET = { available: 0, reserved: 0, spent: 0 }

/** A person who spends; the month of a cap is in the account's time zone. */
export interface Spender {
  accountId: number
  userId: number | null
  timeZone: string
}

// What people may spend, and what is shown to them.

/** What is left of a person's cap this month; null without one. */
async function findCap(ctx: Context, { accountId, userId, timeZone }: Spender): Promise<CapState | null> {
  const monthly = userId === null ? null : await store.findCap(ctx.db, accountId, userId)
  if (userId === null || monthly === null) return null
  const spent = await store.usedOfCap(ctx.db, accountId, userId, timeZone)
  return { monthly, spent, left: Math.max(0, monthly - spent) }
}

/** What this person can spend: limited by the wallet, and by the rest of their own cap. */
export async function findFunds(ctx: Context, spender: Spender): Promise<Funds> {
  const wallet = await findWallet(ctx.db, spender.accountId)
  return { available: wallet?.available ?? 0, cap: await findCap(ctx, spender) }
}

/** Credits that this person can spend now. */
export const findSpendable = async (ctx: Context, spender: Spender): Promise<number> =>
  spendable(await findFunds(ctx, spender))

/**
 * Sets or, with null, lifts a member's monthly cap. Reserved credits stay reserved. Waits for work that is taking
 * credits under the old cap; afterwards nothing takes more under it.
 */
export async function setMemberCap(
  ctx: Context,
  accountId: number,
  userId: number,
  cap: number | null,
): Promise<void> {
  await lockWalletRow(ctx.db, accountId)
  if (cap === null) await store.deleteCap(ctx.db, accountId, userId)
  else await store.upsertCap(ctx.db, accountId, userId, cap)
  await emitBalance(ctx, accountId)
}

/** Monthly caps by user, without users who have none. */
export const listMemberCaps = (ctx: Context, accountId: number): Promise<Map<number, number>> =>
  store.capsByUser(ctx.db, accountId)

/** Spending by user this month and lately, without users who spent nothing lately. */
export const listMemberSpending = (
  ctx: Context,
  accountId: number,
  timeZone: string,
): Promise<Map<number, store.Spending>> => store.spendingByUser(ctx.db, accountId, timeZone)

export async function showWalletLimits(ctx: Context, actor: Actor) {
  const wallet = (await findWallet(ctx.db, actor.accountId)) ?? NO_WALLET
  const cap = await findCap(ctx, actor)
  const low_balance = await isBalanceLow(ctx, actor.accountId, wallet)
  // Members without wallet access see only what concerns their own work: the cap, and whether credits run out.
  if (!can(actor, 'use_wallet'))
    return { available: null, reserved: null, spent: null, spent_this_month: null, low_balance, cap }
  return {
    available: wallet.available,
    reserved: wallet.reserved,
    spent: wallet.spent,
    spent_this_month: await store.accountSpending(ctx.db, actor.accountId, actor.timeZone),
    low_balance,
    cap,
  }
}
