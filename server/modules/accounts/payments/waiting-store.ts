import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { AtVendor, WaitingSaleRow } from './payments-tables.ts'

/** A purchase at a vendor, below its seller. */
export interface PurchaseAt {
  sellerId: number
  at: AtVendor
  /** The vendor's id of the purchase. */
  purchase: string
}

export const readPurchase = ({
  account_id,
  vendor,
  vendor_account,
  external_id,
}: WaitingSaleRow): PurchaseAt => ({
  sellerId: account_id,
  at: { vendor, account: vendor_account },
  purchase: external_id,
})

/** A sale that waits, or was claimed; locked until the transaction ends. */
export const lockWaitingSale = (db: Db, { sellerId, at, purchase }: PurchaseAt) =>
  lockRow(db, 'waiting_sale', {
    account_id: sellerId,
    vendor: at.vendor,
    vendor_account: at.account,
    external_id: purchase,
  })

export const insertWaitingSale = (
  db: Db,
  sale: Insertable<Tables['waiting_sale']>,
): Promise<WaitingSaleRow> => insertRow(db, 'waiting_sale', sale)

export const updateWaitingSale = (
  db: Db,
  { account_id, id }: Pick<WaitingSaleRow, 'account_id' | 'id'>,
  set: Partial<Omit<WaitingSaleRow, 'account_id' | 'id'>>,
) => updateRows(db, 'waiting_sale', { account_id, id }, set)

/** Whether a sale for this email began to wait in the last 24 hours. */
export const waitsToday = async (db: Db, sellerId: number, email: string): Promise<boolean> =>
  (await db
    .selectFrom('waiting_sale')
    .select('id')
    .where('account_id', '=', sellerId)
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()) !== undefined

/** Sales that wait for one of these emails and are paid for at that moment, newest first. */
export const claimableSales = (db: Db, sellerId: number, emails: string[], now: Date) =>
  db
    .selectFrom('waiting_sale')
    .selectAll()
    .where('account_id', '=', sellerId)
    .where('email', 'in', emails)
    .where('customer_account_id', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where((eb) => eb.or([eb('period_end', 'is', null), eb('period_end', '>', now)]))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

/** A seller's sales that wait, newest first. */
export function listWaiting(db: Db, sellerId: number, page: { page: number; limit: number }) {
  const base = db
    .selectFrom('waiting_sale')
    .where('account_id', '=', sellerId)
    .where('customer_account_id', 'is', null)
  return readPage(base, base.selectAll().orderBy('id', 'desc'), page)
}

/** Removes sales that ended or were claimed before a moment. */
export async function removeOldSales(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('waiting_sale')
    .where(sql<Date>`coalesce(claimed_at, greatest(ends_at, period_end))`, '<', before)
    .execute()
}
