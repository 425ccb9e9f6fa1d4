import { findBrandOfAccount } from '#server/modules/accounts/accounts/index.ts'
import { findBuyer } from '#server/modules/accounts/subscriptions/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { Money } from './payment-facts.ts'
import type { WaitingSaleRow } from './payments-tables.ts'
import * as store from './waiting-store.ts'

/** What was paid for, apart from whose it is. */
interface Sold {
  kind: 'package' | 'pack'
  name: string
  credits: number
  isTrial: boolean
  money: Money | null
  /** Null: bought once. */
  periodEnd: Date | null
}

// Sales of which a vendor tells nothing but an email. Anyone can type any email at a payment page, so it
// never opens an account that exists: the sale waits until someone signed in to that account claims it.

/** The account that claimed a sale, unless it is gone. */
async function findClaimant(ctx: Context, row: WaitingSaleRow | undefined): Promise<number | null> {
  if (!row || row.customer_account_id === null) return null
  const id = row.customer_account_id
  const account = await findRow(ctx.db, 'account_node', { id }, ['parent_id', 'deleted_at'])
  return account?.parent_id === row.account_id && account.deleted_at === null ? id : null
}

async function recordWaiting(
  ctx: Context,
  purchase: store.PurchaseAt,
  email: string,
  sold: Sold,
): Promise<void> {
  const row = await store.lockWaitingSale(ctx.db, purchase)
  const { kind, name, credits } = sold
  const what = {
    kind,
    name,
    credits,
    is_trial: sold.isTrial,
    amount_minor: sold.money?.amountMinor ?? null,
    currency: sold.money?.currency ?? null,
    period_end: sold.periodEnd,
  }
  if (row) {
    const isLater = sold.periodEnd && row.period_end && sold.periodEnd > row.period_end
    if (isLater) await store.updateWaitingSale(ctx.db, row, { ...what, ends_at: null })
    return
  }
  await store.insertWaitingSale(ctx.db, {
    account_id: purchase.sellerId,
    vendor: purchase.at.vendor,
    vendor_account: purchase.at.account,
    external_id: purchase.purchase,
    email,
    ...what,
    ends_at: null,
    customer_account_id: null,
    claimed_at: null,
  })
}

/** Tells the person with the email how to claim it: once a day, however often somebody pays with it. */
async function announceSale(
  ctx: Context,
  sellerId: number,
  accountId: number,
  email: string,
  name: string,
): Promise<void> {
  if (await store.waitsToday(ctx.db, sellerId, email)) return
  const { siteId, url } = await findBrandOfAccount(ctx, accountId)
  await sendMail(ctx, {
    siteId,
    to: email,
    template: 'sale-waiting',
    variables: { name },
    secrets: { link: `${url}/whitelabel/upgrade` },
    accountId,
  })
}

/** @returns the account that claimed it; null: it waits, now recorded; undefined: nobody has the email. */
export async function findOrWaitForAccount(
  ctx: Context,
  purchase: store.PurchaseAt,
  buyer: string,
  sold: Sold,
): Promise<number | null | undefined> {
  requireTransaction(ctx.db, 'A sale')
  const row = await store.lockWaitingSale(ctx.db, purchase)
  const claimant = await findClaimant(ctx, row)
  if (claimant !== null) return claimant
  const email = row?.email ?? buyer.toLowerCase()
  const known = await findBuyer(ctx, purchase.sellerId, email)
  if (!known) return undefined
  if (!row) await announceSale(ctx, purchase.sellerId, known.id, email, sold.name)
  await recordWaiting(ctx, purchase, email, sold)
  return null
}

/** Nobody had the email any more, so an account was opened for it. */
export async function recordOpenedAccount(
  ctx: Context,
  purchase: store.PurchaseAt,
  accountId: number,
): Promise<void> {
  const row = await store.lockWaitingSale(ctx.db, purchase)
  const set = { customer_account_id: accountId, claimed_at: ctx.clock.now() }
  if (row) await store.updateWaitingSale(ctx.db, row, set)
}

/** The vendor ends a sale at a time, or with null goes on. @returns whether it waits. */
export async function endWaitingSale(
  ctx: Context,
  purchase: store.PurchaseAt,
  at: (row: WaitingSaleRow, now: Date) => Date | null,
): Promise<boolean> {
  const row = await store.lockWaitingSale(ctx.db, purchase)
  if (!row || (await findClaimant(ctx, row)) !== null) return false
  await store.updateWaitingSale(ctx.db, row, { ends_at: at(row, ctx.clock.now()) })
  return true
}
