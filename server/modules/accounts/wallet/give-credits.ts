import type { GrantKind } from '#contract/accounts/credits.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { notFound } from '#server/platform/errors.ts'
import { insertGrant } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { creditsSold } from './signals.ts'
import { creditsArrived, startTransfer } from './transfers.ts'
import { emitBalance } from './wallet.ts'
import { move } from './wallet-store.ts'

/** Reason and actor of a credit movement. */
export interface Cause {
  reason: string
  userId: number | null
}

/** Minor units per credit, exact: a decimal text, or a whole number. */
export type UnitCost = string | number | null

export interface NewCredits extends Cause {
  accountId: number
  /** Without one, credits keep their kind in the pool. */
  kind?: GrantKind
  amount: number
  /** One grant per source in an account: repeating the call changes nothing. */
  sourceKind: string
  sourceId: string
  expiresAt?: Date | null
  effectiveAt?: Date | null
  priority?: number
  /** The account's price for a credit; null for a gift. */
  unitCost?: UnitCost
  /** A credit's cost to the installation that issues it. */
  providerCost?: UnitCost
  currency?: string | null
}

/** The price of one credit, exact to ten decimals of a minor unit. */
export function perCredit(price: number, credits: number): string {
  const scaled = (BigInt(price) * 10n ** 10n) / BigInt(credits)
  const digits = scaled.toString().padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`
}

const decimal = (cost: UnitCost | undefined): string | null =>
  cost === null || cost === undefined ? null : String(cost)

/** An account's parent, or nothing for the root. */
export async function getPlace(db: Db, accountId: number): Promise<{ path: number[] }> {
  const row = await findRow(db, 'account_node', { id: accountId }, ['path'])
  if (!row) throw notFound('The account')
  return row
}

// Gives accounts credits: issued, or from the payer's pool.

/** Issued credits: what the root account gives to others and to itself. */
export async function issueCredits(ctx: Context, rootId: number, credits: NewCredits): Promise<void> {
  const { accountId, amount, currency = null, reason, userId } = credits
  await lockWallet(ctx.db, accountId)
  const cost = decimal(credits.providerCost) ?? '0'
  const price = decimal(credits.unitCost) ?? '0'
  const sale = { seller: rootId, customer: accountId, price, cost, currency, cost_currency: currency }
  const isNew = await insertGrant(ctx.db, {
    accountId,
    amount,
    // A transfer without a kind keeps the pool's; issued credits have none to keep.
    kind: credits.kind ?? 'top_up',
    expiresAt: credits.expiresAt ?? null,
    effectiveAt: credits.effectiveAt ?? null,
    priority: credits.priority ?? 0,
    sourceKind: credits.sourceKind,
    sourceId: credits.sourceId,
    unitCost: price,
    providerCost: cost,
    currency,
    sales: accountId === rootId ? [] : [sale],
    parent: null,
    reason,
  })
  if (!isNew) return
  await move(ctx.db, [{ accountId, amount, reason, userId, debit: 'issued', credit: 'available' }])
  if (accountId !== rootId) {
    const { sourceKind } = credits
    await creditsSold.emit(ctx, { accountId, sale, amount, providerCost: cost, sourceKind })
  }
  await emitBalance(ctx, accountId)
  await creditsArrived(ctx, accountId)
}

/** The payer of credits: the account above, or with `payerId` another one. Nobody pays the root's. */
export async function giveCredits(
  ctx: Context,
  credits: NewCredits,
  { payerId, mayWait }: { payerId?: number; mayWait: boolean },
): Promise<'sent' | 'waiting'> {
  const { path } = await getPlace(ctx.db, credits.accountId)
  const payer = payerId ?? path.at(-2) ?? credits.accountId
  if (payer === path[0]) {
    await issueCredits(ctx, payer, credits)
    return 'sent'
  }
  return startTransfer(
    ctx,
    {
      account_id: payer,
      to_account_id: credits.accountId,
      direction: 'down',
      kind: credits.kind ?? null,
      amount: credits.amount,
      source_kind: credits.sourceKind,
      source_id: credits.sourceId,
      unit_price: decimal(credits.unitCost),
      currency: credits.currency ?? null,
      priority: credits.priority ?? 0,
      expires_at: credits.expiresAt ?? null,
      reason: credits.reason,
      user_id: credits.userId,
    },
    { mayWait },
  )
}
