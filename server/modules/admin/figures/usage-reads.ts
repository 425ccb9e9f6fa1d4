import { type RawBuilder, sql } from 'kysely'
import type { LoginRow, MonthlyRow, UsageGroup, UsageRow } from '#contract/admin/user-analytics.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Days in the platform's time zone, inclusive. */
export interface DaySpan {
  timeZone: string
  from: string
  to: string
}
interface Page {
  page: number
  limit: number
}

/** Groupings of a table `u` with the account `a`. The reseller is the account below the platform. */
const KEYS: Record<UsageGroup, RawBuilder<unknown>> = {
  user: sql`u.user_id`,
  account: sql`u.account_id`,
  reseller: sql`case when cardinality(a.path) > 2 then a.path[2] else 0 end`,
  type: sql`u.charge_kind`,
}
const NAMES: Record<UsageGroup, RawBuilder<unknown>> = {
  user: sql`coalesce((select m.name from member m where m.id = g.key), '') as name,
    (select n.name from member m join account_node n on n.id = m.account_id where m.id = g.key) as account`,
  account: sql`coalesce((select n.name from account_node n where n.id = g.key), '') as name, null as account`,
  reseller: sql`coalesce((select n.name from account_node n where n.id = g.key), '') as name, null as account`,
  type: sql`g.key::text as name, null as account`,
}

/** A page of groups with their names, which are looked up for the page only. */
async function pageOfGroups<Row>(
  db: Db,
  by: UsageGroup,
  groups: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${groups}) g`.execute(db)
  const { rows } = await sql<Row>`
    select g.*, ${NAMES[by]}, case when g.key::text = '0' then '' else g.key::text end as key
    from (select * from (${groups}) o order by ${order} desc, key limit ${limit} offset ${(page - 1) * limit}) g
    order by ${order} desc, g.key`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

const usage = ({ from, to }: Pick<DaySpan, 'from' | 'to'>) =>
  sql`from usage_day u join account_node a on a.id = u.account_id where u.day between ${from} and ${to}`

export const pageOfUsage = (db: Db, span: DaySpan, by: UsageGroup, page: Page) =>
  pageOfGroups<UsageRow>(
    db,
    by,
    sql`select ${KEYS[by]} as key, sum(u.credits)::bigint as credits, sum(u.charges)::bigint as charges
      ${usage(span)} group by 1`,
    sql`credits`,
    page,
  )

export async function usageByDay(db: Db, { from, to }: DaySpan): Promise<{ day: string; credits: number }[]> {
  const { rows } = await sql<{ day: string; credits: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(u.credits), 0)::bigint as credits
    from generate_series(${from}::date, ${to}::date, '1 day') d left join usage_day u on u.day = d::date
    group by d order by d`.execute(db)
  return rows
}

/** Months from the first to the last day's, with their spending. */
export async function usageByMonth(
  db: Db,
  { from, to }: DaySpan,
): Promise<{ month: string; credits: number }[]> {
  const { rows } = await sql<{ month: string; credits: number }>`
    select to_char(d, 'YYYY-MM') as month, coalesce(sum(u.credits), 0)::bigint as credits
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, '1 month') d
    left join usage_day u on u.day >= d::date and u.day < (d + interval '1 month')::date
    group by d order by d`.execute(db)
  return rows
}

/** A page of groups with monthly spending. */
export function pageOfMonths(db: Db, span: DaySpan, months: readonly string[], by: UsageGroup, page: Page) {
  const cells = sql.join(
    months.map(
      (month) => sql`coalesce(sum(u.credits) filter (where to_char(u.day, 'YYYY-MM') = ${month}), 0)::float8`,
    ),
  )
  return pageOfGroups<MonthlyRow>(
    db,
    by,
    sql`select ${KEYS[by]} as key, sum(u.credits)::bigint as total, array[${cells}] as months ${usage(span)} group by 1`,
    sql`total`,
    page,
  )
}

const signIns = ({ timeZone, from, to }: DaySpan) =>
  sql`from sign_in_hour u join account_node a on a.id = u.account_id
    where u.hour >= (${from}::date::timestamp at time zone ${timeZone})
      and u.hour < ((${to}::date + 1)::timestamp at time zone ${timeZone})`
const localHour = (timeZone: string) => sql`(u.hour at time zone ${timeZone})`

export const pageOfSignIns = (db: Db, span: DaySpan, by: Exclude<UsageGroup, 'type'>, page: Page) =>
  pageOfGroups<LoginRow>(
    db,
    by,
    sql`select ${KEYS[by]} as key, sum(u.sign_ins)::bigint as sign_ins, count(distinct u.user_id) as users,
      count(distinct ${localHour(span.timeZone)}::date) as days ${signIns(span)} group by 1`,
    sql`sign_ins`,
    page,
  )

export async function signInsByDay(db: Db, span: DaySpan) {
  const { rows } = await sql<{ day: string; sign_ins: number; users: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(c.sign_ins, 0) as sign_ins, coalesce(c.users, 0) as users
    from generate_series(${span.from}::date, ${span.to}::date, '1 day') d
    left join (
      select ${localHour(span.timeZone)}::date as day, sum(u.sign_ins)::bigint as sign_ins,
        count(distinct u.user_id) as users ${signIns(span)} group by 1
    ) c on c.day = d::date order by d`.execute(db)
  return rows
}

/** Sign-ins by weekday, from Monday, and hour. */
export async function signInsByHour(db: Db, span: DaySpan): Promise<number[][]> {
  const { rows } = await sql<{ weekday: number; hour: number; sign_ins: number }>`
    select extract(isodow from ${localHour(span.timeZone)})::int as weekday,
      extract(hour from ${localHour(span.timeZone)})::int as hour, sum(u.sign_ins)::bigint as sign_ins
    ${signIns(span)} group by 1, 2`.execute(db)
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, sign_ins } of rows) (week[weekday - 1] as number[])[hour] = sign_ins
  return week
}
