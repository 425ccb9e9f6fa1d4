import { type Generated, type RawBuilder, sql } from 'kysely'
import type { MarginGroup, MarginMonth } from '#contract/accounts/margin.ts'
import type { Db } from '#server/platform/db/db.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    margin_entry: {
      account_id: number
      id: Generated<number>
      seller_account_id: number
      customer_account_id: number
      run_id: number
      charge_kind: string
      package: string | null
      credits: number
      retail: string
      wholesale: string
      provider_cost: string
      currency: string | null
      created_at: Generated<Date>
    }
  }
}

/** Credits that a seller sold, or that came back where `amount` is negative. */
interface SoldLine {
  accountId: number
  seller: number
  customer: number
  kind: string
  amount: number
  /** Minor units per credit, as decimal text; the price is 0 for what is counted as a payment. */
  price: string
  cost: string
  providerCost: string
  currency: string | null
}

/** Books a sale of credits with what they cost the seller. */
export const insertSale = (db: Db, line: SoldLine) =>
  sql`insert into margin_entry (account_id, seller_account_id, customer_account_id, run_id, charge_kind, package, credits,
      retail, wholesale, provider_cost, currency)
    values (${line.accountId}, ${line.seller}, ${line.customer}, 0, ${line.kind},
      (select name from active_plan where account_id = ${line.customer}), ${line.amount},
      ${line.amount}::bigint * ${line.price}::numeric, ${line.amount}::bigint * ${line.cost}::numeric,
      ${line.amount}::bigint * ${line.providerCost}::numeric, ${line.currency})`.execute(db)

/** Whose margin, and which months in their time zone. */
export interface MarginScope {
  accountId: number
  timeZone: string
  months: number
}

type Figures = Omit<MarginMonth, 'month'>

const selectSum = (column: string) => sql`round(sum(${sql.ref(column)}))::bigint`

const FIGURES = sql`currency, sum(credits)::bigint as credits, ${selectSum('received')} as received,
  ${selectSum('elsewhere')} as elsewhere, ${selectSum('refunds')} as refunds, ${selectSum('fees')} as fees,
  ${selectSum('wholesale')} as wholesale, ${selectSum('provider_cost')} as provider_cost,
  round(sum(received + elsewhere - refunds - fees - wholesale))::bigint as margin`

/**
 * Lines of a seller: the money of each payment, and each sale of credits. Entries with a run are from the time when
 * credits were booked as they were spent; their prices count where the customer never paid here.
 */
function selectLines({ accountId, timeZone, months }: MarginScope) {
  const start = sql`(date_trunc('month', now() at time zone ${timeZone})
    - make_interval(months => ${months - 1}::int)) at time zone ${timeZone}`
  const month = (moment: string) => sql`to_char(${sql.ref(moment)} at time zone ${timeZone}, 'YYYY-MM')`
  return sql`(
    select ${month('e.created_at')} as month, e.customer_account_id as customer, coalesce(e.package, '') as package,
      e.charge_kind as type, e.currency, e.credits, 0::numeric as received,
      case when e.run_id <> 0 and paid.account_id is not null then 0 else e.retail end as elsewhere,
      0::numeric as refunds, 0::numeric as fees, e.wholesale, e.provider_cost
    from margin_entry e left join (select distinct account_id from payment_info where seller_account_id = ${accountId}) paid
      on paid.account_id = e.customer_account_id
    where e.seller_account_id = ${accountId} and e.charge_kind <> 'payment_fee' and e.created_at >= ${start}
    union all
    select ${month('p.paid_at')}, p.account_id, coalesce(v.name, plan.name, ''),
      case p.kind when 'package' then 'package' else 'top_up' end, p.currency, 0, p.received_minor, 0,
      p.refunded_minor, p.fee_minor, 0, 0
    from payment_info p left join plan_version_info v on v.id = p.plan_version_id
      left join active_plan plan on plan.account_id = p.account_id
    where p.seller_account_id = ${accountId} and p.paid_at >= ${start}
  ) l`
}

/** Earnings by month and currency, oldest first. */
export async function marginByMonth(db: Db, scope: MarginScope): Promise<MarginMonth[]> {
  const { rows } =
    await sql<MarginMonth>`select month, ${FIGURES} from ${selectLines(scope)} group by month, currency
      order by month, currency nulls last`.execute(db)
  return rows
}

const KEYS: Record<MarginGroup, RawBuilder<unknown>> = {
  customer: sql`customer`,
  package: sql`package`,
  type: sql`type`,
}

/** A page of earnings by customer, package or kind of charge, highest first. */
export async function listMargin(
  db: Db,
  scope: MarginScope,
  { by, page, limit }: { by: MarginGroup; page: number; limit: number },
): Promise<{ rows: ({ key: string | number; name: string | null } & Figures)[]; total: number }> {
  const groups = sql`select ${KEYS[by]} as key, ${FIGURES} from ${selectLines(scope)} group by 1, currency`
  const count = await sql<{ total: number }>`select count(*) as total from (${groups}) g`.execute(db)
  const name = by === 'customer' ? sql`(select a.name from account_node a where a.id = g.key)` : sql`g.key`
  const { rows } = await sql<{ key: string | number; name: string | null } & Figures>`
    select g.*, ${name} as name from (${groups}) g order by g.margin desc, g.key, g.currency
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** A line of the file, with exact amounts. */
export interface MarginLine {
  month: string
  customer_id: number
  customer: string | null
  package: string | null
  type: string
  currency: string | null
  credits: number
  received: string
  elsewhere: string
  refunds: string
  fees: string
  wholesale: string
  provider_cost: string
  margin: string
}

/** Everything of these months, by month, customer, package and type. */
export async function marginLines(db: Db, scope: MarginScope): Promise<MarginLine[]> {
  const exact = (amount: RawBuilder<unknown>) => sql`trim_scale(${amount})::text`
  const { rows } = await sql<MarginLine>`
    select l.*, (select a.name from account_node a where a.id = l.customer_id) as customer from (
      select month, customer as customer_id, package, type, currency, sum(credits)::bigint as credits,
        ${exact(sql`sum(received)`)} as received, ${exact(sql`sum(elsewhere)`)} as elsewhere,
        ${exact(sql`sum(refunds)`)} as refunds, ${exact(sql`sum(fees)`)} as fees,
        ${exact(sql`sum(wholesale)`)} as wholesale, ${exact(sql`sum(provider_cost)`)} as provider_cost,
        ${exact(sql`sum(received + elsewhere - refunds - fees - wholesale)`)} as margin
      from ${selectLines(scope)} group by 1, 2, 3, 4, 5
    ) l order by month, customer_id, package, type, currency`.execute(db)
  return rows
}
