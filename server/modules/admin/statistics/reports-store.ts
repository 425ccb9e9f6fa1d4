import { sql } from 'kysely'
import type { ReportFrequency } from '#contract/admin/statistics/subscription-report.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import type { SubscriptionGroup } from './subscription-report.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    report_schedule: {
      account_id: number
      user_id: number
      frequency: Exclude<ReportFrequency, 'never'>
      sent_for: string
    }
  }
}

/** Paid subscriptions of a seller's customers, grouped by equal terms. */
export async function subscriptionGroups(
  db: Db,
  { sellerId, timeZone }: { sellerId: number; timeZone: string },
): Promise<SubscriptionGroup[]> {
  const month = (moment: ReturnType<typeof sql>) =>
    sql`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM')`
  const { rows } = await sql<SubscriptionGroup>`
    select ${month(sql`s.started_at`)} as start_month,
      ${month(sql`case when s.trial_ends_at is null then s.started_at when s.state <> 'trialing'
        and s.trial_ends_at <= coalesce(s.ends_at, (select now())) then s.trial_ends_at end`)} as paid_month,
      ${month(sql`s.ends_at`)} as end_month, s.trial_ends_at is not null as had_trial, s.state,
      s.cancel_at is not null as cancels, v.currency, count(*)::int as count,
      sum(v.price_minor::float8 / case v.period when 'year' then 12 else 1 end) as monthly
    from subscription_info s join account_node a on a.id = s.account_id
    join plan_version_info v on v.id = s.plan_version_id
    where a.parent_id = ${sellerId} and v.price_minor > 0 and v.currency is not null and v.period is not null
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  return rows
}

export async function findFrequency(db: Db, accountId: number, userId: number): Promise<ReportFrequency> {
  const row = await findRow(db, 'report_schedule', { account_id: accountId, user_id: userId }, ['frequency'])
  return row?.frequency ?? 'never'
}

/** The Monday or the first of the month of a day. */
const periodStart = (frequency: ReturnType<typeof sql>, day: string) =>
  sql`date_trunc(case ${frequency} when 'weekly' then 'week' else 'month' end, ${day}::timestamp)::date`

/** Sets how often someone gets the report, from the next week or month on. */
export async function saveFrequency(
  db: Db,
  person: { accountId: number; userId: number },
  frequency: ReportFrequency,
  today: string,
): Promise<void> {
  await sql`delete from report_schedule where account_id = ${person.accountId} and user_id = ${person.userId}`.execute(
    db,
  )
  if (frequency === 'never') return
  await sql`insert into report_schedule (account_id, user_id, frequency, sent_for)
    values (${person.accountId}, ${person.userId}, ${frequency}, ${periodStart(sql`${frequency}`, today)})`.execute(
    db,
  )
}

export interface Reader {
  account_id: number
  user_id: number
}

/** People whose week or month has started. */
export async function findDue(db: Db, today: string): Promise<Reader[]> {
  const start = periodStart(sql`frequency`, today)
  const { rows } = await sql<Reader>`
    select account_id, user_id from report_schedule where sent_for < ${start}`.execute(db)
  return rows
}

/** Claims a person's week or month: whoever claims it sends the report. @returns false when another did. */
export async function claim(db: Db, { account_id, user_id }: Reader, today: string): Promise<boolean> {
  const start = periodStart(sql`frequency`, today)
  const { rows } = await sql`update report_schedule set sent_for = ${start}
    where account_id = ${account_id} and user_id = ${user_id} and sent_for < ${start} returning user_id`.execute(
    db,
  )
  return rows.length > 0
}
