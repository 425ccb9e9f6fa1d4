import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { lockRow } from '#server/platform/db/rows.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { AtVendor, PaidSubscriptionRow, PaymentRow } from './payments-tables.ts'

/** @returns the payment, and whether it is new: a vendor's payment is one row, however often it is reported. */
export async function insertPayment(
  db: Db,
  payment: Insertable<Tables['payment']>,
): Promise<{ row: PaymentRow; isNew: boolean }> {
  const made = await db
    .insertInto('payment')
    .values(payment)
    .onConflict((oc) => oc.columns(['vendor', 'vendor_account', 'external_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) return { row: made, isNew: true }
  const at = { vendor: payment.vendor, account: payment.vendor_account }
  return { row: (await lockPayment(db, at, payment.external_id)) as PaymentRow, isNew: false }
}

export const lockPayment = (db: Db, { vendor, account }: AtVendor, externalId: string) =>
  lockRow(db, 'payment', { vendor, vendor_account: account, external_id: externalId })

export const updatePayment = (
  db: Db,
  { account_id, id }: Pick<PaymentRow, 'account_id' | 'id'>,
  set: Partial<Omit<PaymentRow, 'account_id' | 'id'>>,
) =>
  db
    .updateTable('payment')
    .set({ ...set, changed_at: sql<Date>`statement_timestamp()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()

/** An account's payments with owed refund credits, oldest first. */
export const lockOwingPayments = (db: Db, accountId: number) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .whereRef('settled', '<', 'owed')
    .orderBy('id')
    .forUpdate()
    .execute()

export const owedBy = async (db: Db, accountId: number): Promise<number> =>
  (
    await db
      .selectFrom('payment')
      .select(sql<number>`coalesce(sum(owed - settled), 0)::bigint`.as('owed'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).owed

export const findSale = (db: Db, sellerAccountId: number, id: number) =>
  selectSales(db, sellerAccountId)
    .selectAll('p')
    .select('a.name as customer')
    .where('p.id', '=', id)
    .executeTakeFirst()

const selectSales = (db: Db, sellerAccountId: number) =>
  db
    .selectFrom('payment as p')
    .innerJoin('account_node as a', 'a.id', 'p.account_id')
    .where('p.seller_account_id', '=', sellerAccountId)

/** Payments of a seller's customers, newest first. */
export function listSales(
  db: Db,
  sellerAccountId: number,
  page: { page: number; limit: number; customer_id?: number },
) {
  let base = selectSales(db, sellerAccountId)
  if (page.customer_id !== undefined) base = base.where('p.account_id', '=', page.customer_id)
  return readPage(base, base.selectAll('p').select('a.name as customer').orderBy('p.id', 'desc'), page)
}

/** A vendor subscription with its account, locked until the transaction ends. */
export const lockPaidSubscription = (db: Db, { vendor, account }: AtVendor, externalId: string) =>
  lockRow(db, 'payment_subscription', { vendor, vendor_account: account, external_id: externalId })

export const isEnded = ({ state }: Pick<PaidSubscriptionRow, 'state'>): boolean => ENDED.includes(state)
const ENDED = ['canceled', 'cancelled', 'incomplete_expired']

/** An account's vendor subscriptions that go on. The first one counts: the newest in good standing, else the newest. */
export const activeSubscriptions = (db: Db, accountId: number): Promise<PaidSubscriptionRow[]> =>
  db
    .selectFrom('payment_subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'not in', ENDED)
    .orderBy(sql`state in ('active', 'trialing')`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('external_id')
    .limit(2)
    .execute()

/** An account's vendor subscription that counts. */
export const findPaidSubscription = async (db: Db, accountId: number) =>
  (await activeSubscriptions(db, accountId))[0]

/** Whether an account has ever paid its seller through a vendor. */
export async function hasPaidThrough(
  db: Db,
  accountId: number,
  vendor: AtVendor['vendor'],
): Promise<boolean> {
  const rows = await Promise.all(
    (['payment_subscription', 'payment'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('vendor')
        .where('account_id', '=', accountId)
        .where('vendor', '=', vendor)
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return rows.some((row) => row !== undefined)
}

export const savePaidSubscription = (
  db: Db,
  row: Omit<PaidSubscriptionRow, 'created_at' | 'next_version_id'>,
): Promise<unknown> =>
  db
    .insertInto('payment_subscription')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['vendor', 'vendor_account', 'external_id']).doUpdateSet((eb) => ({
        plan_version_id: eb.ref('excluded.plan_version_id'),
        state: eb.ref('excluded.state'),
        pay_url: eb.ref('excluded.pay_url'),
        // Periods arrive in any order, and the latest one counts.
        period_start: sql<Date>`greatest(payment_subscription.period_start, excluded.period_start)`,
        period_end: sql<Date>`case when payment_subscription.period_start > excluded.period_start
          then payment_subscription.period_end else excluded.period_end end`,
      })),
    )
    .execute()

/** The newest not fully refunded payment of a vendor subscription, locked until the transaction ends. */
export async function findRefundable(db: Db, at: AtVendor, subscription: string) {
  const subscriptionRow = await lockPaidSubscription(db, at, subscription)
  if (!subscriptionRow) return undefined
  return db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', subscriptionRow.account_id)
    .where('vendor', '=', at.vendor)
    .where('vendor_account', '=', at.account)
    .where('kind', '=', 'package')
    .whereRef('refunded_minor', '<', 'amount_minor')
    .orderBy('paid_at', 'desc')
    .forUpdate()
    .executeTakeFirst()
}

/** Stripe subscriptions of closed accounts. */
export const abandonedSubscriptions = (db: Db) =>
  db
    .selectFrom('payment_subscription as s')
    .innerJoin('account_node as a', 'a.id', 's.account_id')
    .innerJoin('payment_connection as c', (join) =>
      join.onRef('c.account_id', '=', 's.seller_account_id').onRef('c.external_id', '=', 's.vendor_account'),
    )
    .select(['s.external_id as id', 's.vendor_account as account', 's.seller_account_id as sellerId'])
    .where('s.vendor', '=', 'stripe')
    .where('s.state', 'not in', ['canceled', 'incomplete_expired'])
    .where('a.closed_at', 'is not', null)
    .where('c.state', '=', 'connected')
    .execute()
