import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

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

/** When the calendar month that the database's clock is in began in a time zone. */
const monthStart = (timeZone: string) =>
  sql<Date>`date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`

/** Credits that left for good in this calendar month. */
const spentThisMonth = (db: Db, accountId: number, timeZone: string) =>
  db
    .selectFrom('ledger')
    .where('account_id', '=', accountId)
    .where('credit', '=', 'spent')
    .where('created_at', '>=', monthStart(timeZone))

const total = (eb: ExpressionBuilder<Tables, 'ledger'>) =>
  eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('spent')

export const upsertCap = (db: Db, accountId: number, userId: number, monthlyCredits: number) =>
  db
    .insertInto('member_cap')
    .values({ account_id: accountId, user_id: userId, monthly_credits: monthlyCredits })
    .onConflict((oc) =>
      oc.columns(['account_id', 'user_id']).doUpdateSet({ monthly_credits: monthlyCredits }),
    )
    .execute()

export const deleteCap = (db: Db, accountId: number, userId: number) =>
  db.deleteFrom('member_cap').where('account_id', '=', accountId).where('user_id', '=', userId).execute()

export async function findCap(db: Db, accountId: number, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('member_cap')
    .select('monthly_credits')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.monthly_credits ?? null
}

export const findCaps = (db: Db, accountId: number) =>
  db
    .selectFrom('member_cap')
    .select(['user_id', 'monthly_credits'])
    .where('account_id', '=', accountId)
    .execute()

/** Credits that the account has spent in this calendar month. */
export async function accountSpending(db: Db, accountId: number, timeZone: string): Promise<number> {
  const row = await spentThisMonth(db, accountId, timeZone).select(total).executeTakeFirst()
  return Number(row?.spent ?? 0)
}

/** The same for each user of it who has spent any. */
export async function spendingByUser(
  db: Db,
  accountId: number,
  timeZone: string,
): Promise<Map<number, number>> {
  const rows = await spentThisMonth(db, accountId, timeZone)
    .where('user_id', 'is not', null)
    .select(['user_id', total])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id as number, Number(row.spent)]))
}

/** Credits of this month that one user has spent, and those that the user's running work still holds. */
export async function usedOfCap(
  db: Db,
  accountId: number,
  userId: number,
  timeZone: string,
): Promise<number> {
  // One statement, so that a capture by a run that works meanwhile is counted in exactly one of the two.
  const { rows } = await sql<{ used: number }>`select (
      select coalesce(sum(amount), 0) from ledger
      where account_id = ${accountId} and user_id = ${userId} and credit = 'spent'
        and created_at >= ${monthStart(timeZone)}
    ) + (
      select coalesce(sum(amount - captured), 0) from reservation
      where account_id = ${accountId} and user_id = ${userId} and state = 'open'
    ) as used`.execute(db)
  return Number(rows[0]?.used ?? 0)
}
