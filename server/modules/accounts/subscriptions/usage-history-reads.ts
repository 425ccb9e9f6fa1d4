import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Whose usage: a seller's customers, or one of them. Days are in the seller's time zone, inclusive. */
export interface UsageSpan {
  sellerAccountId: number
  customerId: number | undefined
  from: string
  to: string
  timeZone: string
}

export interface UsageCell {
  day: string
  account_id: number
  credits: number
  searches: number
  /** Changes on the day; the row before the first day has the initial values. */
  members: number
  storage_bytes: number
}

const selectCustomers = ({ sellerAccountId, customerId }: UsageSpan) =>
  customerId === undefined
    ? sql`select id from account_node where parent_id = ${sellerAccountId}`
    : sql`select id from account_node where id = ${customerId}`

/**
 * Customers' usage by day and account; days without usage have no row. Members and storage are changes: their
 * initial values are in a row before the first day.
 */
export async function usageCells(db: Db, span: UsageSpan): Promise<UsageCell[]> {
  const { from, to, timeZone } = span
  const day = (column: ReturnType<typeof sql>) => sql`(${column} at time zone ${timeZone})::date`
  const first = sql`(${from}::date::timestamp at time zone ${timeZone})`
  const end = sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`
  /** The day of a change; earlier ones are combined. */
  const since = (column: ReturnType<typeof sql>) => sql`greatest(${day(column)}, ${from}::date - 1)`
  const { rows } = await sql<UsageCell>`
    with customer as (${selectCustomers(span)}),
    event (day, account_id, credits, searches, members, bytes) as (
      select ${day(sql`created_at`)}, account_id, sum(amount)::bigint, 0::bigint, 0::bigint, 0::bigint
      from charge_info
      where account_id in (select id from customer) and refunded_at is null
        and created_at >= ${first} and created_at < ${end}
      group by 1, 2
      union all
      select ${day(sql`created_at`)}, account_id, 0, count(*), 0, 0 from run_info
      where account_id in (select id from customer) and kind = 'search'
        and created_at >= ${first} and created_at < ${end}
      group by 1, 2
      union all
      select ${since(sql`created_at`)}, account_id, 0, 0, count(*), 0 from member
      where account_id in (select id from customer) and state <> 'removed' and created_at < ${end}
      group by 1, 2
      union all
      select ${since(sql`at`)}, account_id, 0, 0, 0, sum(bytes)::bigint from (
        select account_id, created_at as at, coalesce(bytes, 0) as bytes from export_file_info
        union all select account_id, expires_at, -coalesce(bytes, 0) from export_file_info
        union all select account_id, created_at, received from upload_info
        union all select account_id, expires_at, -received from upload_info
      ) file
      where account_id in (select id from customer) and at < ${end}
      group by 1, 2
    )
    select to_char(day, 'YYYY-MM-DD') as day, account_id, sum(credits)::bigint as credits,
      sum(searches)::bigint as searches, sum(members)::bigint as members, sum(bytes)::bigint as storage_bytes
    from event group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export async function companyNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('account_node')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
