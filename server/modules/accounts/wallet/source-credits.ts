import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, type Db } from '#server/platform/db/db.ts'
import { addHeld, releaseHeld, splitOver, takeFromGrants, type UsableGrant } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { returnOrLose } from './return-credits.ts'
import { deliverSentTransfers, finishTransfer } from './transfers.ts'
import type { TransferRow } from './transfers-store.ts'
import { emitBalance } from './wallet.ts'
import { move } from './wallet-store.ts'

/** The source of an account's grants, as named when they were given. */
export interface CreditSource {
  accountId: number
  sourceKind: string
  sourceId: string
}

type SourceGrant = Pick<UsableGrant, 'id' | 'remaining' | 'parent_account_id' | 'parent_grant_id'>

/** What is left of a source's grants; a transfer creates several when its pool had several. */
async function grantsOfSource(
  db: Db,
  { accountId, sourceKind, sourceId }: CreditSource,
): Promise<SourceGrant[]> {
  const { rows } = await sql<SourceGrant>`
    select id, remaining, parent_account_id, parent_grant_id from credit_grant
    where account_id = ${accountId} and source_kind = ${sourceKind} and remaining > 0
      and (source_id = ${sourceId} or source_id like ${`${sourceId.replace(/[%_\\]/g, '\\$&')}#%`})
    order by id desc for update`.execute(db)
  return rows
}

/** The transfer of a source that has not arrived, locked. */
async function openTransfer(db: Db, source: CreditSource): Promise<TransferRow | undefined> {
  const { accountId, sourceKind, sourceId } = source
  const { rows } = await sql<TransferRow>`
    select t.* from credit_transfer t
    where t.to_account_id = ${accountId} and t.source_kind = ${sourceKind} and t.source_id = ${sourceId}
      and (t.state = 'waiting' or t.state = 'sent' and not exists (
        select from credit_arrival v where v.account_id = ${accountId} and v.from_account_id = t.account_id
          and v.transfer_id = t.id)) for update of t`.execute(db)
  return rows[0]
}

/** Reduces a transfer that waits for its pool by up to `amount`. @returns by how much. */
async function shorten(db: Db, transfer: TransferRow, amount: number): Promise<number> {
  const taken = Math.min(amount, transfer.amount)
  const left = transfer.amount - taken
  await (left === 0
    ? sql`update credit_transfer set state = 'dropped', done_at = statement_timestamp()
        where account_id = ${transfer.account_id} and id = ${transfer.id}`
    : sql`update credit_transfer set amount = ${left}
        where account_id = ${transfer.account_id} and id = ${transfer.id}`
  ).execute(db)
  return taken
}

// Credits of one source: taken back, held while disputed, and released.

/** The source's transfer that waits for its pool. One that was sent, perhaps in this transaction, arrives first. */
async function waitingTransfer(ctx: Context, source: CreditSource): Promise<TransferRow | undefined> {
  const transfer = await openTransfer(ctx.db, source)
  if (transfer?.state !== 'sent') return transfer
  await finishTransfer(ctx, transfer)
  return undefined
}

/** Takes back up to `amount` unspent credits of a source. @returns how many there were. */
export async function reclaimSourceCredits(
  ctx: Context,
  source: CreditSource,
  { amount, reason }: { amount: number; reason: string },
): Promise<number> {
  if (amount === 0) return 0
  await lockWallet(ctx.db, source.accountId)
  const waiting = await waitingTransfer(ctx, source)
  const early = waiting ? await shorten(ctx.db, waiting, amount) : 0
  const grants = await grantsOfSource(ctx.db, source)
  const available = grants.reduce((sum, { remaining }) => sum + remaining, 0)
  const pieces = splitOver(grants, Math.min(available, amount - early)) ?? []
  const taken = pieces.map(({ grantId, amount: part }) => ({
    ...(grants.find(({ id }) => id === grantId) as SourceGrant),
    amount: part,
  }))
  if (taken.length > 0)
    await returnOrLose(ctx.db, {
      accountId: source.accountId,
      taken,
      book: 'taken_back',
      reason,
      userId: null,
    })
  await emitBalance(ctx, source.accountId)
  afterCommit(ctx.db, () => deliverSentTransfers(ctx, source.accountId).catch(() => {}))
  return early + taken.reduce((sum, piece) => sum + piece.amount, 0)
}

/** Holds a source's unspent credits under the caller's number. @returns how many credits are held. */
export async function holdSourceCredits(ctx: Context, source: CreditSource, holdId: number): Promise<number> {
  await lockWallet(ctx.db, source.accountId)
  await waitingTransfer(ctx, source)
  const grants = await grantsOfSource(ctx.db, source)
  const pieces = grants.map(({ id, remaining }) => ({ grantId: id, amount: remaining }))
  const amount = pieces.reduce((sum, piece) => sum + piece.amount, 0)
  if (amount === 0) return 0
  await takeFromGrants(ctx.db, source.accountId, pieces, 'hold')
  // Run ids are above 0.
  await addHeld(ctx.db, source.accountId, -holdId, pieces)
  const line = {
    accountId: source.accountId,
    amount,
    reason: 'Held while a payment is disputed',
    userId: null,
  }
  await move(ctx.db, [{ ...line, debit: 'available', credit: 'reserved' }])
  await emitBalance(ctx, source.accountId)
  return amount
}

/** Releases exactly what a hold took; call `creditsArrived` when nothing of it is to be taken back any more. */
export async function releaseHeldCredits(ctx: Context, accountId: number, holdId: number): Promise<number> {
  await lockWallet(ctx.db, accountId)
  const pieces = await releaseHeld(ctx.db, accountId, -holdId)
  const amount = pieces.reduce((sum, piece) => sum + piece.amount, 0)
  if (amount === 0) return 0
  const line = { accountId, amount, reason: 'Dispute over', userId: null }
  await move(ctx.db, [{ ...line, debit: 'reserved', credit: 'available' }])
  await emitBalance(ctx, accountId)
  return amount
}
