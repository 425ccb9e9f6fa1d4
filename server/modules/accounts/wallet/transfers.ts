import type { Context } from '#server/platform/context.ts'
import { afterCommit, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import { closeIfDeleted } from './close-credits.ts'
import {
  findSales,
  insertGrant,
  returnToGrants,
  splitOver,
  takeFromGrants,
  type UsableGrant,
  usableGrants,
} from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { creditsSold, poolUsed } from './signals.ts'
import * as store from './transfers-store.ts'
import { emitBalance } from './wallet.ts'
import { move } from './wallet-store.ts'

const time = (date: Date | null) => (date ? date.getTime() : Number.POSITIVE_INFINITY)
const earlier = (a: Date | null, b: Date | null) => (time(a) < time(b) ? a : b)

/** Credits of a package, pack or add-on, paid or not: the receiver was told how long they last. Gifts were not. */
const isSold = ({ kind }: store.NewTransfer) => kind === 'allowance' || kind === 'top_up'

/**
 * Terms of a part of a pool's grant for the receiving account: what was sold lasts as long as it was sold for, and a
 * gift no longer than it would have in the pool (ADR 0070). Never a paid credit from a promotional one.
 */
function makePiece(transfer: store.NewTransfer, grant: UsableGrant, amount: number): store.TransferPiece {
  const { account_id: seller, to_account_id: customer, unit_price: price } = transfer
  const cost = { cost: grant.unit_cost, cost_currency: grant.currency }
  const currency = price === null ? grant.currency : transfer.currency
  return {
    grantId: grant.id,
    amount,
    kind: grant.kind === 'promotional' ? grant.kind : (transfer.kind ?? grant.kind),
    expiresAt:
      (isSold(transfer)
        ? transfer.expires_at
        : earlier(transfer.expires_at, grant.expires_at)
      )?.toISOString() ?? null,
    unitCost: price ?? grant.unit_cost,
    providerCost: grant.provider_cost,
    currency,
    sales: [{ seller, customer, price: price ?? '0', currency, ...cost }, ...grant.sales],
  }
}

/** New grants of the receiving account; the first has the transfer's source, so that a source makes one grant. */
async function receiveGrants(ctx: Context, transfer: store.TransferRow): Promise<void> {
  const { to_account_id: accountId, source_kind: sourceKind } = transfer
  for (const [index, piece] of transfer.pieces.entries()) {
    const { amount, providerCost = '0', sales = [] } = piece
    const [sale] = sales
    await insertGrant(ctx.db, {
      accountId,
      kind: piece.kind ?? 'top_up',
      amount,
      priority: transfer.priority,
      expiresAt: piece.expiresAt ?? null,
      unitCost: piece.unitCost ?? '0',
      providerCost,
      currency: piece.currency ?? null,
      sales,
      sourceKind,
      sourceId: index === 0 ? transfer.source_id : `${transfer.source_id}#${index + 1}`,
      parent: { accountId: transfer.account_id, grantId: piece.grantId },
      reason: transfer.reason,
    })
    if (sale) await creditsSold.emit(ctx, { accountId, sale, amount, providerCost, sourceKind })
  }
}

/** Returns credits to the grants they came from: they can be sold again. */
async function receiveBack(ctx: Context, transfer: store.TransferRow): Promise<void> {
  const { account_id: customerId, to_account_id: accountId, pieces } = transfer
  const back = pieces.map(({ parentGrantId, amount }) => ({ grantId: parentGrantId as number, amount }))
  await returnToGrants(ctx.db, accountId, back, 'sent')
  const isExpired = transfer.source_kind === 'expired'
  for (const { amount, ...sold } of await findSales(ctx.db, customerId, pieces))
    await creditsSold.emit(ctx, { accountId, ...sold, amount: -amount, isExpired })
}

// Credits between accounts. The paying account's transaction takes them out of its grants and writes an outbox
// row; a second one, of the receiving account, delivers them once. It follows the commit, or a job runs it.

/** Takes a waiting transfer's credits out of the pool. The wallet is locked. @returns false when it is too small. */
async function send(ctx: Context, transfer: store.NewTransfer & { id: number }): Promise<boolean> {
  const { account_id: accountId, amount, reason, user_id: userId } = transfer
  const grants = await usableGrants(ctx.db, accountId)
  const pieces = splitOver(grants, amount)
  if (!pieces) return false
  const byId = new Map(grants.map((grant) => [grant.id, grant]))
  await takeFromGrants(ctx.db, accountId, pieces, 'sent')
  const parts = pieces.map((piece) =>
    makePiece(transfer, byId.get(piece.grantId) as UsableGrant, piece.amount),
  )
  await store.markSent(ctx.db, accountId, transfer.id, parts)
  await move(ctx.db, [{ accountId, debit: 'available', credit: 'in_transit', amount, reason, userId }])
  await emitBalance(ctx, accountId)
  afterCommit(ctx.db, () => deliverSentTransfers(ctx, accountId).catch(() => {}))
  return true
}

/** The second half: the receiving account's transaction, then the outbox row is marked. Both are idempotent. */
export async function finishTransfer(ctx: Context, transfer: store.TransferRow): Promise<void> {
  const { account_id, to_account_id: accountId, id, amount, reason, user_id: userId } = transfer
  await transaction(ctx.db, async () => {
    await lockWallet(ctx.db, accountId)
    if (!(await store.insertArrival(ctx.db, transfer))) return
    await (transfer.direction === 'down' ? receiveGrants(ctx, transfer) : receiveBack(ctx, transfer))
    await move(ctx.db, [{ accountId, debit: 'in_transit', credit: 'available', amount, reason, userId }])
    await emitBalance(ctx, accountId)
    await creditsArrived(ctx, accountId)
  })
  await store.closeTransfer(ctx.db, account_id, id, 'done')
}

/** Delivers everything an account has sent. */
export async function deliverSentTransfers(ctx: Context, accountId: number): Promise<void> {
  await forEachItem('transfers', await store.listSent(ctx.db, accountId), (transfer) =>
    finishTransfer(ctx, transfer),
  )
}

/** The end of credits that waited: what was paid for lasts as long from now as it would have at once. */
function endAfterWaiting(transfer: Awaited<ReturnType<typeof store.listWaiting>>[number]): Date | null {
  const { expires_at: end, created_at: since, now, unit_price: price } = transfer
  if (end === null || !isSold(transfer) || Number(price) === 0 || end <= since) return end
  return new Date(now.getTime() + end.getTime() - since.getTime())
}

/** Sends what waits for a pool in order, as far as the pool reaches; drops what has expired and was not paid for. */
const serveWaitingTransfers = (ctx: Context, accountId: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const wallet = await lockWallet(ctx.db, accountId)
    if (!wallet || wallet.available === 0) return
    for (const transfer of await store.listWaiting(ctx.db, accountId)) {
      const end = endAfterWaiting(transfer)
      if (end !== null && end <= transfer.now)
        await store.closeTransfer(ctx.db, accountId, transfer.id, 'dropped')
      else if (!(await send(ctx, { ...transfer, expires_at: end }))) return
    }
  })

/** Call in each transaction that brings credits to an account: others may wait for them. */
export async function creditsArrived(ctx: Context, accountId: number): Promise<void> {
  const next = (await closeIfDeleted(ctx.db, accountId)) ? deliverSentTransfers : serveWaitingTransfers
  afterCommit(ctx.db, () => next(ctx, accountId).catch(() => {}))
}

/**
 * Sends credits down the tree, in the caller's transaction; once per source. With `mayWait`, a transfer that
 * the pool cannot pay waits until it can.
 * @throws AppError insufficient_credits
 */
export async function startTransfer(
  ctx: Context,
  transfer: store.NewTransfer,
  { mayWait }: { mayWait: boolean },
): Promise<'sent' | 'waiting'> {
  const wallet = await lockWallet(ctx.db, transfer.account_id)
  const known = await store.findTransferOfSource(ctx.db, transfer)
  if (known) return known.state === 'waiting' ? 'waiting' : 'sent'
  const available = wallet?.available ?? 0
  if (!mayWait && available < transfer.amount)
    throw new AppError(
      'insufficient_credits',
      `Your balance has ${available} credits, and this needs ${transfer.amount}. Give fewer, or request more from your seller`,
      { details: { needed: transfer.amount, available } },
    )
  const id = (await store.insertTransfer(ctx.db, transfer)) as number
  const isSent = await send(ctx, { ...transfer, id })
  await poolUsed.emit(ctx, { accountId: transfer.account_id, isShort: !isSent })
  return isSent ? 'sent' : 'waiting'
}

/** Transfers abandoned by processes, and those waiting for pools. */
export async function finishTransfers(ctx: Context): Promise<void> {
  await runSteps({
    sent: async () =>
      forEachItem('accounts', await store.accountsWithOpen(ctx.db, 'sent'), (accountId) =>
        deliverSentTransfers(ctx, accountId),
      ),
    waiting: async () =>
      forEachItem('accounts', await store.accountsWithOpen(ctx.db, 'waiting'), (accountId) =>
        serveWaitingTransfers(ctx, accountId),
      ),
  })
}
