import { type RawBuilder, sql } from 'kysely'
import { type DaySpan, lastDays } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, findRows } from '#server/platform/db/rows.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    usage_day: {
      account_id: number
      day: string
      user_id: number
      charge_kind: string
      /** Empty for charges that don't know theirs. */
      source: string
      credits: number
      charges: number
    }
    sign_in_hour: { account_id: number; user_id: number; hour: Date; sign_ins: number }
    platform_figure: { day: string; name: string; currency: string; value: number }
    platform_attention: {
      kind: string
      amount: number
      detail: string | null
      is_fine: boolean
      checked_at: Date
    }
  }
}

/** The last days in the platform's time zone, including today; undefined before it is set up. */
export async function platformDays(db: Db, days: number): Promise<DaySpan | undefined> {
  const platform = await db
    .selectFrom('account_node')
    .select('time_zone')
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  return platform && lastDays(db, platform.time_zone, days)
}

/** When the figures were last updated; undefined before the first time. */
export async function findUpdated(db: Db): Promise<Date | undefined> {
  const row = await findRow(db, 'platform_attention', { kind: 'figures' }, ['checked_at'])
  return row?.checked_at
}

/** Days whose spending or payments have changed since a moment, plus today and yesterday; all days without one. */
export async function daysToCount(db: Db, timeZone: string, since: Date | null): Promise<string[]> {
  const spent = (column: RawBuilder<unknown>) => sql`select (created_at at time zone ${timeZone})::date as day
    from charge_info where ${column} >= ${since ?? new Date(0)}`
  const paid = sql`union select (p.paid_at at time zone ${timeZone})::date from payment_info p
    join account_node top on top.id = p.seller_account_id and top.parent_id is null
    where p.changed_at >= ${since ?? new Date(0)}`
  const refunded = since ? sql`union ${spent(sql`refunded_at`)}` : sql``
  const all = since
    ? sql``
    : sql`union select generate_series(min(created_at at time zone ${timeZone})::date,
        (now() at time zone ${timeZone})::date, '1 day')::date from account_node`
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from (
      ${spent(sql`created_at`)} ${refunded} ${paid} ${all}
      union select (now() at time zone ${timeZone})::date - n from generate_series(0, 1) n
    ) d where day is not null order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** The days as SQL, and their start and end. */
function readSpan(timeZone: string, days: readonly string[]) {
  const list = sql`${[...days]}::text[]::date[]`
  const first = sql`(${days[0]}::date::timestamp at time zone ${timeZone})`
  const end = sql`((${days.at(-1)}::date + 1)::timestamp at time zone ${timeZone})`
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${timeZone})::date`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${first} and ${sql.ref(column)} < ${end} and ${day(column)} = any(${list})`
  return { list, day, within }
}

/** Recounts spending on these days, which are in order. */
export async function countUsage(db: Db, timeZone: string, days: readonly string[]): Promise<void> {
  const { list, day, within } = readSpan(timeZone, days)
  await sql`delete from usage_day where day = any(${list})`.execute(db)
  await sql`insert into usage_day (account_id, day, user_id, charge_kind, source, credits, charges)
    select account_id, ${day('created_at')}, coalesce(user_id, 0), charge_kind, coalesce(source, ''), sum(amount)::bigint, count(*)
    from charge_info where refunded_at is null and ${within('created_at')} group by 1, 2, 3, 4, 5`.execute(db)
}

/** Recounts sign-ins since the hour of a moment; from all stored sessions without one. */
export async function countSignIns(db: Db, since: Date | null): Promise<void> {
  const from = sql`date_trunc('hour', ${since ?? new Date(0)}::timestamptz)`
  await sql`delete from sign_in_hour where hour >= ${from}`.execute(db)
  await sql`insert into sign_in_hour (account_id, user_id, hour, sign_ins)
    select m.account_id, s.user_id, date_trunc('hour', s.created_at), count(*)::int
    from session_info s join member m on m.id = s.user_id
    where s.actor_user_id is null and s.created_at >= ${from} group by 1, 2, 3`.execute(db)
}

/** Recounts the installation's state on these days, which are in order. `today` also records who was active. */
export async function countFigures(
  db: Db,
  timeZone: string,
  days: readonly string[],
  today: string,
): Promise<void> {
  const { list, day, within } = readSpan(timeZone, days)
  await sql`delete from platform_figure where day = any(${list}) and name <> 'active_users'`.execute(db)
  await sql`delete from platform_figure where day = ${today} and name = 'active_users'`.execute(db)
  // Levels are cumulative changes, so that accounts and people are read once for any number of days.
  await sql`with account_change as materialized (
      select ${day('created_at')} as day, count(*) as n from account_node where parent_id is not null group by 1
      union all select ${day('closed_at')}, -count(*) from account_node
        where parent_id is not null and closed_at is not null group by 1
    ), user_change as materialized (
      select ${day('created_at')} as day, count(*) as n from member where state <> 'removed' group by 1
    )
    insert into platform_figure (day, name, currency, value)
    select d.day, 'accounts', '', coalesce(sum(c.n), 0)::bigint
      from unnest(${list}) d (day) left join account_change c on c.day <= d.day group by d.day
    union all select d.day, 'users', '', coalesce(sum(c.n), 0)::bigint
      from unnest(${list}) d (day) left join user_change c on c.day <= d.day group by d.day
    union all select ${today}::date, 'active_users', '', count(distinct s.user_id) from session_info s
      where s.actor_user_id is null and s.last_active_at >= now() - interval '30 days'
    union all select ${day('created_at')}, 'new_accounts', '', count(*) from account_node
      where parent_id is not null and ${within('created_at')} group by 1
    union all select ${day('created_at')}, 'searches', '', count(*) from run_info
      where kind = 'search' and ${within('created_at')} group by 1
    union all select ${day('created_at')}, 'credits_issued', '',
        sum(case when debit = 'issued' then amount when credit = 'issued' then -amount else 0 end)::bigint
      from ledger_info where ${within('created_at')} group by 1
    union all select day, 'credits_spent', '', sum(credits)::bigint from usage_day where day = any(${list}) group by 1
    union all select ${day('hour')}, 'asked', '', sum(asked)::bigint from source_use_info where ${within('hour')} group by 1
    union all select ${day('hour')}, 'hits', '', sum(hits)::bigint from source_use_info where ${within('hour')} group by 1
    union all select ${day('p.paid_at')}, 'revenue', p.currency, sum(p.received_minor - p.refunded_minor)::bigint
      from payment_info p join account_node top on top.id = p.seller_account_id and top.parent_id is null
      where ${within('p.paid_at')} group by 1, p.currency`.execute(db)
}

/** Figures from one day to another, inclusive. */
export const findFigures = (db: Db, from: string, to: string) =>
  db
    .selectFrom('platform_figure')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'name', 'currency', 'value'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()

/** A check's result: its count, subjects, and whether it needs no attention. */
export interface Finding {
  amount: number
  detail: string | null
  isFine: boolean
}

export const saveAttention = (db: Db, kind: string, { amount, detail, isFine }: Finding) =>
  sql`insert into platform_attention (kind, amount, detail, is_fine, checked_at)
    values (${kind}, ${amount}, ${detail}, ${isFine}, now())
    on conflict (kind) do update set amount = excluded.amount, detail = excluded.detail,
      is_fine = excluded.is_fine, checked_at = excluded.checked_at`.execute(db)

/** Problems found by the last check. */
export const findAttention = (db: Db) =>
  findRows(db, 'platform_attention', { is_fine: false }, ['kind', 'amount', 'detail', 'checked_at'])

/** Whether a check ran within these minutes. */
export async function wasChecked(db: Db, kind: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('platform_attention')
    .select('kind')
    .where('kind', '=', kind)
    .where('checked_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return row !== undefined
}
