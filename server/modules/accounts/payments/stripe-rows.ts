import { sql } from 'kysely'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'
import type { CustomerFacts, MethodFacts } from '#server/providers/payments/index.ts'
import type { AtVendor, CheckoutRow, CustomerRow, PriceRow } from './payments-tables.ts'

/** The meaning of a vendor price: a package version with an amount, its setup fee, an add-on or a pack. */
export const priceKeys = {
  version: (versionId: number) => `version:${versionId}`,
  setUp: (versionId: number) => `version:${versionId}:set-up`,
  addOn: (planId: number, name: string, minor: number, credits: number) =>
    `add-on:${planId}:${minor}:${credits}:${name}`,
  pack: (packId: number, minor: number, currency: string) => `pack:${packId}:${minor}:${currency}`,
  credits: (credits: number, minor: number, currency: string) => `credits:${credits}:${minor}:${currency}`,
  coupon: (planId: number, code: string, terms: string) => `coupon:${planId}:${code}:${terms}`,
}

/** The version in a key; null for anything else. */
export const versionOfKey = (key: string): number | null => {
  const id = /^version:(\d+)$/.exec(key)?.[1]
  return id === undefined ? null : Number(id)
}

/** The add-on in a key; null for anything else. */
export function addOnOfKey(key: string): { name: string; period: 'month' | 'year' } | null {
  const [, period, name] = /^add-on:\d+:\d+:\d+:(\w+):(.+)$/s.exec(key) ?? []
  return name === undefined ? null : { name, period: period === 'year' ? 'year' : 'month' }
}

export const findPrice = (db: Db, accountId: number, at: AtVendor, key: string) =>
  findRow(db, 'payment_price', { account_id: accountId, vendor: at.vendor, vendor_account: at.account, key })

export const insertPrice = (db: Db, row: PriceRow) =>
  db
    .insertInto('payment_price')
    .values(row)
    .onConflict((oc) => oc.columns(['account_id', 'vendor', 'vendor_account', 'key']).doNothing())
    .execute()

/** Items on sale in a vendor account, by the vendor's ids. */
export async function pricesAt(db: Db, at: AtVendor, ids: readonly string[]): Promise<Map<string, PriceRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_price')
    .selectAll()
    .where('vendor', '=', at.vendor)
    .where('vendor_account', '=', at.account)
    .where('external_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row]))
}

export const insertCheckout = (
  db: Db,
  row: Omit<CheckoutRow, 'id' | 'external_id' | 'state' | 'created_at'>,
): Promise<CheckoutRow> => insertRow(db, 'payment_checkout', { ...row, external_id: null })

export const updateCheckout = (
  db: Db,
  { account_id, id }: Pick<CheckoutRow, 'account_id' | 'id'>,
  set: Partial<Pick<CheckoutRow, 'external_id' | 'state' | 'check_at'>>,
) => updateRows(db, 'payment_checkout', { account_id, id }, set)

export const findCheckout = (db: Db, sellerId: number, id: number) =>
  findRow(db, 'payment_checkout', { account_id: sellerId, id })

/** Open checkouts that hold a coupon and should be over. Older rows have no `check_at`; their pages live for 23 hours. */
export const checkoutsToCheck = (db: Db, now: Date) =>
  db
    .selectFrom('payment_checkout')
    .selectAll()
    .where('state', '=', 'open')
    .where('coupon', 'is not', null)
    .where(sql<boolean>`coalesce(check_at, created_at + interval '1 day') <= ${now}`)
    .orderBy('id')
    .execute()

/** An account's open checkouts of packages. */
export const openPackagePages = (db: Db, sellerId: number, customerId: number) =>
  db
    .selectFrom('payment_checkout')
    .selectAll()
    .where('account_id', '=', sellerId)
    .where('customer_account_id', '=', customerId)
    .where('kind', '=', 'package')
    .where('state', '=', 'open')
    .where('external_id', 'is not', null)
    .execute()

/** Open checkouts, and whether what they sell is a version no longer on sale. */
export const openCheckouts = (db: Db) =>
  db
    .selectFrom('payment_checkout as c')
    .leftJoin('plan_version_info as v', 'v.id', 'c.plan_version_id')
    .selectAll('c')
    .select(
      sql<boolean>`coalesce(v.state <> 'published' or v.archived_at is not null, false)`.as('is_outdated'),
    )
    .where('c.state', '=', 'open')
    .where('c.external_id', 'is not', null)
    .orderBy('c.id')
    .execute()

export const findCustomer = (db: Db, accountId: number, at: AtVendor) =>
  findRow(db, 'payment_customer', { account_id: accountId, vendor: at.vendor, vendor_account: at.account })

export const customerById = (db: Db, at: AtVendor, externalId: string) =>
  findRow(db, 'payment_customer', { vendor: at.vendor, vendor_account: at.account, external_id: externalId })

const methodColumns = (method: MethodFacts | null) => ({
  method_id: method?.id ?? null,
  method_kind: method?.kind ?? null,
  brand: method?.brand ?? null,
  last4: method?.last4 ?? null,
  fingerprint: method?.fingerprint ?? null,
  expires_month: method?.expiresMonth ?? null,
})

/** Records an account's vendor customer and how it pays; of the method only what is displayed. */
export async function saveCustomer(
  db: Db,
  accountId: number,
  at: AtVendor,
  customer: Pick<CustomerFacts, 'id'> & { method: MethodFacts | null },
): Promise<void> {
  requireTransaction(db, 'A customer of a vendor')
  const set = { external_id: customer.id, ...methodColumns(customer.method) }
  const other = await customerById(db, at, customer.id)
  if (other && other.account_id !== accountId) return
  await db
    .insertInto('payment_customer')
    .values({ account_id: accountId, vendor: at.vendor, vendor_account: at.account, ...set })
    .onConflict((oc) => oc.columns(['account_id', 'vendor', 'vendor_account']).doUpdateSet(set))
    .execute()
}

export const setMethod = (
  db: Db,
  { account_id, vendor, vendor_account }: CustomerRow,
  method: MethodFacts | null,
) => updateRows(db, 'payment_customer', { account_id, vendor, vendor_account }, methodColumns(method))
