import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** A run with its movements, or a movement that belongs to no run. */
export interface StatementRow {
  run_id: number | null
  newest_id: number
  movements: number
  spent: number
  at: Date
}

/** One row for each run and each movement without one, the newest movement first. */
const folded = (accountId: number) => sql`
  select run_id, max(id) as newest_id, count(*) as movements, max(created_at) as at,
    coalesce(sum(amount) filter (where credit = 'spent'), 0) - coalesce(sum(amount) filter (where debit = 'spent'), 0) as spent
  from ledger where account_id = ${accountId}
  group by run_id, case when run_id is null then id end`

export async function pageOfStatement(
  db: Db,
  accountId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: StatementRow[]; total: number }> {
  const count = await sql<{ total: number }>`
    select count(distinct run_id) + count(*) filter (where run_id is null) as total
    from ledger where account_id = ${accountId}`.execute(db)
  const { rows } = await sql<StatementRow>`
    select * from (${folded(accountId)}) f order by newest_id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { rows, total: Number(count.rows[0]?.total ?? 0) }
}
