import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { startPage } from '#server/platform/db/paging.ts'

/** A run with its transactions, or a transaction without a run. */
export interface StatementRow {
  run_id: number | null
  newest_id: number
  movements: number
  spent: number
  at: Date
}

/** One row per run with transactions, with its newest one, and per transaction without a run. */
const entries = (accountId: number) => sql`
  select r.id as run_id, n.id as newest_id
  from run_info r cross join lateral (
    select g.id from ledger_info g where g.account_id = r.account_id and g.run_id = r.id order by g.id desc limit 1
  ) n where r.account_id = ${accountId}
  union all
  select null, id from ledger_info where account_id = ${accountId} and run_id is null`

/** A page of the statement, newest first. Only the runs of the page are summed. */
export async function listStatement(
  db: Db,
  accountId: number,
  query: { page: number; limit: number },
): Promise<{ rows: StatementRow[]; total: number }> {
  const page = startPage([{ by: sql`e.newest_id`, descending: true }], query)
  const count = async () => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (${entries(accountId)}) e`.execute(db)
    return Number(rows[0]?.total ?? 0)
  }
  const total = page.knownTotal ?? (await count())
  const { rows } = await sql<StatementRow>`
    with shown as materialized (
      select e.*, ${sql.join(page.columns)} from (${entries(accountId)}) e where ${page.condition}
      order by ${page.order} limit ${page.limit} offset ${page.offset}
    )
    select s.*, m.movements, m.spent, m.at
    from shown s cross join lateral (
      select count(*) as movements, max(g.created_at) as at,
        coalesce(sum(g.amount) filter (where g.credit = 'spent'), 0)
          - coalesce(sum(g.amount) filter (where g.debit = 'spent'), 0) as spent
      from (
        select * from ledger_info where account_id = ${accountId} and run_id = s.run_id
        union all
        select * from ledger_info where account_id = ${accountId} and id = s.newest_id and s.run_id is null
      ) g
    ) m order by s.newest_id desc`.execute(db)
  return { rows: page.take(rows, total), total }
}
