import { sql } from 'kysely'
import { USAGE_DAYS } from '#contract/accounts/wallet.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, findRows, getRow } from '#server/platform/db/rows.ts'

interface MemberCapTable {
  account_id: number
  user_id: number
  monthly_credits: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    member_cap: MemberCapTable
  }
}

// Both are subqueries, so that PostgreSQL evaluates them once and not for every row.

/** Start of the current calendar month in a time zone, by the database's clock. */
const monthStart = (timeZone: string) =>
  sql<Date>`(select date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone})`

/** Start of the first reported usage day in a time zone. */
export const usageStart = (timeZone: string) =>
  sql<Date>`(select ((now() at time zone ${timeZone})::date - ${USAGE_DAYS - 1}::int)::timestamp at time zone ${timeZone})`

/** Spent: charges that were not refunded. The only definition over time; the ledger has the one per run. */
const spent = (db: Db, accountId: number) =>
  db.selectFrom('charge').where('account_id', '=', accountId).where('refunded_at', 'is', null)

export const upsertCap = (db: Db, accountId: number, userId: number, monthlyCredits: number) =>
  db
    .insertInto('member_cap')
    .values({ account_id: accountId, user_id: userId, monthly_credits: monthlyCredits })
    .onConflict((oc) =>
      oc.columns(['account_id', 'user_id']).doUpdateSet({ monthly_credits: monthlyCredits }),
    )
    .execute()

export const deleteCap = (db: Db, accountId: number, userId: number) =>
  deleteRows(db, 'member_cap', { account_id: accountId, user_id: userId })

export async function findCap(db: Db, accountId: number, userId: number): Promise<number | null> {
  const row = await findRow(db, 'member_cap', { account_id: accountId, user_id: userId }, ['monthly_credits'])
  return row?.monthly_credits ?? null
}

export async function capsByUser(db: Db, accountId: number): Promise<Map<number, number>> {
  const rows = await findRows(db, 'member_cap', { account_id: accountId }, ['user_id', 'monthly_credits'])
  return new Map(rows.map((row) => [row.user_id, row.monthly_credits]))
}

/** The time zone of an account's months, for unattended work. */
export const getTimeZone = async (db: Db, accountId: number): Promise<string> =>
  (await getRow(db, 'account_node', { id: accountId }, ['time_zone'])).time_zone

/** Credits that the account has spent in this calendar month. */
export async function accountSpending(db: Db, accountId: number, timeZone: string): Promise<number> {
  const row = await spent(db, accountId)
    .where('created_at', '>=', monthStart(timeZone))
    .select((eb) => eb.fn.sum<number>('amount').as('spent'))
    .executeTakeFirst()
  return Number(row?.spent ?? 0)
}

/** A person's spending in this calendar month, and in the reported days. */
export interface Spending {
  thisMonth: number
  lately: number
}

/** Spending by user of an account, without users who spent nothing lately. */
export async function spendingByUser(
  db: Db,
  accountId: number,
  timeZone: string,
): Promise<Map<number, Spending>> {
  const rows = await spent(db, accountId)
    .where('created_at', '>=', usageStart(timeZone))
    .where('user_id', 'is not', null)
    .select((eb) => [
      'user_id',
      eb.fn.sum<number>('amount').as('lately'),
      sql<number>`coalesce(sum(amount) filter (where created_at >= ${monthStart(timeZone)}), 0)`.as('month'),
    ])
    .groupBy('user_id')
    .execute()
  return new Map(
    rows.map((row) => [row.user_id as number, { thisMonth: Number(row.month), lately: Number(row.lately) }]),
  )
}

/** Credits one user has spent this month, and those held by the user's running work. */
export async function usedOfCap(
  db: Db,
  accountId: number,
  userId: number,
  timeZone: string,
): Promise<number> {
  // One statement, so that a concurrent capture is counted in exactly one of the two.
  const { rows } = await sql<{ used: number }>`select (
      select coalesce(sum(amount), 0) from charge
      where account_id = ${accountId} and user_id = ${userId} and refunded_at is null
        and created_at >= ${monthStart(timeZone)}
    ) + (
      select coalesce(sum(amount - captured), 0) from reservation
      where account_id = ${accountId} and user_id = ${userId} and state = 'open'
    ) as used`.execute(db)
  return Number(rows[0]?.used ?? 0)
}
