import { sql } from 'kysely'
import type { SalesReport } from '#contract/admin/statistics/sales-report.ts'
import type { Db } from '#server/platform/db/db.ts'

/** A seller's payments since a day in its time zone. */
interface SalesScope {
  sellerId: number
  timeZone: string
  from: string
}

const FIGURES = sql`p.currency, count(*)::int as payments, sum(p.received_minor)::bigint as received,
  sum(p.refunded_minor)::bigint as refunded, sum(p.fee_minor)::bigint as fees`

const withinScope = ({ sellerId, timeZone, from }: SalesScope) => sql`p.seller_account_id = ${sellerId}
  and p.paid_at >= (${from}::date::timestamp at time zone ${timeZone})`

export async function listReceived(db: Db, scope: SalesScope): Promise<SalesReport['received']> {
  const { rows } = await sql<SalesReport['received'][number]>`
    select to_char(p.paid_at at time zone ${scope.timeZone}, 'YYYY-MM') as month, ${FIGURES}
    from payment_info p where ${withinScope(scope)} group by 1, p.currency order by 1, p.currency`.execute(db)
  return rows
}

/** Versions of a package are one line, under its name of now; all automatic recharges are one. */
export async function listSold(db: Db, scope: SalesScope): Promise<SalesReport['packages']> {
  const { rows } = await sql<SalesReport['packages'][number]>`
    select p.kind, coalesce(v.name, p.name) as name, ${FIGURES}
    from payment_info p left join plan_version_info v on v.id = p.plan_version_id
    where ${withinScope(scope)} group by p.kind, coalesce(v.name, p.name), p.currency
    order by sum(p.received_minor - p.refunded_minor) desc, 2, p.currency`.execute(db)
  return rows
}
