import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

export interface BooksReport {
  issued: number
  sum: number
  drift: number
  accounts: number[]
}

const MOST_ACCOUNTS = 100

/** Whether balances, transactions and grants of all accounts agree, and no credit is missing or extra. */
export async function checkBooks(db: Db): Promise<BooksReport> {
  // One statement, for a consistent snapshot.
  const { rows } = await sql<{ issued: number; sum: number; accounts: number[] | null }>`
    with books as (
      select account_id, sum(case when debit = 'issued' then amount when credit = 'issued' then -amount else 0 end) as issued,
        sum(case when credit = 'available' then amount when debit = 'available' then -amount else 0 end) as available,
        sum(case when credit = 'reserved' then amount when debit = 'reserved' then -amount else 0 end) as reserved,
        sum(case when credit = 'spent' then amount when debit = 'spent' then -amount else 0 end) as spent
      from ledger group by account_id
    ), used as (
      select account_id, grant_id, sum(held) as held, sum(spent) as spent from grant_use group by account_id, grant_id
    ), grants as (
      select g.account_id, sum(g.remaining) as remaining, sum(coalesce(u.held, 0)) as held,
        sum(coalesce(u.spent, 0)) as spent,
        bool_and(g.amount = g.remaining + g.sent + g.lost + coalesce(u.held, 0) + coalesce(u.spent, 0)) as whole
      from credit_grant g left join used u on u.account_id = g.account_id and u.grant_id = g.id
      group by g.account_id
    ), wrong as (
      select w.account_id from wallet w
      left join books b on b.account_id = w.account_id left join grants g on g.account_id = w.account_id
      where (w.available, w.reserved, w.spent) is distinct from
          (coalesce(b.available, 0), coalesce(b.reserved, 0), coalesce(b.spent, 0))
        or (w.available, w.reserved, w.spent) is distinct from
          (coalesce(g.remaining, 0), coalesce(g.held, 0), coalesce(g.spent, 0))
        or not coalesce(g.whole, true)
      order by 1 limit ${MOST_ACCOUNTS}
    ), arrived as materialized (
      select account_id, from_account_id, transfer_id from credit_arrival
    ), under_way as (
      select coalesce(sum(t.amount), 0) as amount from credit_transfer t where t.state = 'sent' and not exists (
        select from arrived v where v.account_id = t.to_account_id and v.from_account_id = t.account_id
          and v.transfer_id = t.id)
    ), held as (
      select coalesce(sum(available + reserved + spent + expired + taken_back), 0) as amount from wallet
    )
    select i.issued::bigint as issued, (h.amount + u.amount)::bigint as sum, a.accounts
    from (select coalesce(sum(issued), 0) as issued from books) i, held h, under_way u,
      (select array_agg(account_id) as accounts from wrong) a`.execute(db)
  const { issued, sum, accounts } = rows[0] as { issued: number; sum: number; accounts: number[] | null }
  return { issued, sum, drift: issued - sum, accounts: accounts ?? [] }
}
