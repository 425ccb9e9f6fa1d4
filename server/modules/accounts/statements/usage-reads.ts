import { sql } from 'kysely'
import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import { usageStart } from '#server/modules/accounts/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Whose usage, and the time zone of its days. */
export interface UsageScope {
  accountId: number
  timeZone: string
}

/** Credits spent per day by one person's runs of one kind, on what one source delivered. */
export interface UsageRow {
  day: string
  kind: RunKind
  user_id: number | null
  source: string | null
  credits: number
}

/** Credits spent in the last days, by day, kind of run, person and source, oldest first. */
export async function readUsage(db: Db, { accountId, timeZone }: UsageScope): Promise<UsageRow[]> {
  // A run's charges are first summed by quarter of an hour, which all time zones share: far fewer rows then
  // need their day computed.
  const { rows } = await sql<UsageRow>`
    with spent as (
      select run_id, user_id, source, date_bin('15 minutes', created_at, timestamptz 'epoch') as at, sum(amount) as credits
      from charge_info
      where account_id = ${accountId} and refunded_at is null and created_at >= ${usageStart(timeZone)}
      group by 1, 2, 3, 4
    )
    select to_char(s.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, r.kind, s.user_id, s.source,
      sum(s.credits)::bigint as credits
    from spent s join run_info r on r.account_id = ${accountId} and r.id = s.run_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}
