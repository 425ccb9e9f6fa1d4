import type { Context } from '#server/platform/context.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { checkBooks } from './check-books.ts'
import { usableGrants } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { walletMoved } from './signals.ts'
import { arriving, poolFacts } from './transfers-store.ts'
import * as store from './wallet-store.ts'

// What has been charged and booked.

export const findChargedEntities = (
  ctx: Context,
  accountId: number,
  chargeKind: string,
  entityIds: number[],
) => store.chargedEntities(ctx.db, accountId, chargeKind, entityIds)

export const listLedger = (
  ctx: Context,
  actor: Actor,
  page: { page: number; limit: number; runId?: number },
) => store.ledgerPage(ctx.db, actor.accountId, page)

/** Spendable grants, in burn order. */
export const listUsableGrants = (ctx: Context, accountId: number) => usableGrants(ctx.db, accountId)

/** An account's credits, with those in transit to it. */
export async function showBalance(ctx: Context, accountId: number) {
  const wallet = await store.findWallet(ctx.db, accountId)
  return {
    available: (wallet?.available ?? 0) + (await arriving(ctx.db, accountId)),
    reserved: wallet?.reserved ?? 0,
    spent: wallet?.spent ?? 0,
  }
}

/** What a reseller's account has given lately, and what waits for credits. */
export const showPool = (ctx: Context, accountId: number) => poolFacts(ctx.db, accountId)

/** What an account can still give: its balance, less what waits for it. Null: it issues credits, without limit. */
export async function findCreditsToSell(ctx: Context, accountId: number): Promise<number | null> {
  const account = await findRow(ctx.db, 'account_node', { id: accountId }, ['parent_id'])
  if (account?.parent_id === null) return null
  return (await showBalance(ctx, accountId)).available - (await showPool(ctx, accountId)).waiting
}

export const checkWalletBooks = (ctx: Context) => checkBooks(ctx.db)

export const findLedgerLines = (ctx: Context, accountId: number, ids: number[]) =>
  store.findLines(ctx.db, accountId, ids)

// Credits of accounts. Everything that moves credits takes the caller's transaction, so that money and the rows
// it pays for commit together; the wallet row is locked first, which serializes one account's movements.

/** Notifies credit displays, and balance observers in the same transaction. */
export async function emitBalance(ctx: Context, accountId: number) {
  await publish(ctx.db, { accountId, kind: 'wallet', id: accountId })
  await walletMoved.emit(ctx, { accountId })
}

export const openWallet = async (ctx: Context, accountId: number): Promise<void> =>
  void (await store.insertWallet(ctx.db, accountId))

/** Serializes this transaction with all other movements of this account's credits. */
export const lockAccountWallet = async (ctx: Context, accountId: number): Promise<void> =>
  void (await lockWallet(ctx.db, accountId))

/**
 * A payment for one entity also covers the other: in the caller's transaction, where two are merged or one
 * is split.
 */
export const carryCharges = (ctx: Context, accountId: number, from: number, to: number) =>
  store.copyCharges(ctx.db, accountId, from, to)
