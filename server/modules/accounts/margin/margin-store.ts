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

/** Credits of grants that were spent, or refunded where `sign` is -1. */
interface Spending {
  accountId: number
  runId: number
  chargeKind: string
  sign: 1 | -1
  pieces: readonly { grantId: number; amount: number }[]
}

/**
 * Books spent or refunded credits for each seller on their way, one statement per batch. Costs in another
 * currency than the price are not converted and count as 0.
 */
export const insertEntries = (db: Db, { accountId, runId, chargeKind, sign, pieces }: Spending) =>
  sql`insert into margin_entry (account_id, seller_account_id, customer_account_id, run_id, charge_kind, package, credits,
      retail, wholesale, provider_cost, currency)
    select ${accountId}::bigint, s.seller, s.customer, ${runId}::bigint, ${chargeKind},
      (select name from active_plan where account_id = ${accountId}), ${sign} * sum(p.n), ${sign} * sum(p.n * s.price),
      ${sign} * sum(case when s.currency is not distinct from s.cost_currency then p.n * s.cost else 0 end),
      ${sign} * sum(p.n * g.provider_cost), coalesce(s.currency, s.cost_currency)
    from unnest(${pieces.map(({ grantId }) => grantId)}::bigint[], ${pieces.map(({ amount }) => amount)}::bigint[])
      as p(id, n)
    join credit_grant_info g on g.account_id = ${accountId} and g.id = p.id
    cross join lateral jsonb_to_recordset(g.sales)
      as s(seller bigint, customer bigint, price numeric, cost numeric, currency text, cost_currency text)
    group by s.seller, s.customer, coalesce(s.currency, s.cost_currency)`.execute(db)

/** A seller's cost without spent credits. */
export const insertFee = (
  db: Db,
  fee: { accountId: number; sellerId: number; minor: number; currency: string },
) =>
  sql`insert into margin_entry (account_id, seller_account_id, customer_account_id, run_id, charge_kind, package, credits,
      retail, wholesale, provider_cost, currency)
    values (${fee.accountId}, ${fee.sellerId}, ${fee.accountId}, 0, 'payment_fee',
      (select name from active_plan where account_id = ${fee.accountId}), 0, 0, ${fee.minor}, 0, ${fee.currency})`.execute(
    db,
  )

/** Whose margin, and which months in their time zone. */
export interface MarginScope {
  accountId: number
  timeZone: string
  months: number
}

type Figures = Omit<MarginMonth, 'month'>

const FIGURES = sql`currency, sum(credits)::bigint as credits,
  round(coalesce(sum(retail) filter (where credits > 0), 0))::bigint as retail,
  round(coalesce(-sum(retail) filter (where credits < 0), 0))::bigint as refunds,
  round(sum(wholesale))::bigint as wholesale, round(sum(provider_cost))::bigint as provider_cost,
  round(sum(retail) - sum(wholesale))::bigint as margin`

const withinScope = ({ accountId, timeZone, months }: MarginScope) => sql`from margin_entry e
  where e.seller_account_id = ${accountId} and e.created_at >= (date_trunc('month', now() at time zone ${timeZone})
    - make_interval(months => ${months - 1}::int)) at time zone ${timeZone}`

const monthInZone = (timeZone: string) => sql`to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM')`

/** Earnings by month and currency, oldest first. */
export async function marginByMonth(db: Db, scope: MarginScope): Promise<MarginMonth[]> {
  const { rows } =
    await sql<MarginMonth>`select ${monthInZone(scope.timeZone)} as month, ${FIGURES} ${withinScope(scope)}
    group by 1, currency order by 1, currency nulls last`.execute(db)
  return rows
}

const KEYS: Record<MarginGroup, RawBuilder<unknown>> = {
  customer: sql`customer_account_id`,
  package: sql`coalesce(package, '')`,
  type: sql`charge_kind`,
}

/** A page of earnings by customer, package or kind of charge, highest first. */
export async function listMargin(
  db: Db,
  scope: MarginScope,
  { by, page, limit }: { by: MarginGroup; page: number; limit: number },
): Promise<{ rows: ({ key: string | number; name: string | null } & Figures)[]; total: number }> {
  const groups = sql`select ${KEYS[by]} as key, ${FIGURES} ${withinScope(scope)} group by 1, currency`
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
  charge_kind: string
  currency: string | null
  credits: number
  retail: string
  refunds: string
  wholesale: string
  provider_cost: string
  margin: string
}

/** Everything of these months, by month, customer, package and kind of charge. */
export async function marginLines(db: Db, scope: MarginScope): Promise<MarginLine[]> {
  const exact = (amount: RawBuilder<unknown>) => sql`trim_scale(${amount})::text`
  const { rows } = await sql<MarginLine>`
    select l.*, (select a.name from account_node a where a.id = l.customer_id) as customer from (
      select ${monthInZone(scope.timeZone)} as month, customer_account_id as customer_id, package, charge_kind, currency,
        sum(credits)::bigint as credits, ${exact(sql`coalesce(sum(retail) filter (where credits > 0), 0)`)} as retail,
        ${exact(sql`coalesce(-sum(retail) filter (where credits < 0), 0)`)} as refunds,
        ${exact(sql`sum(wholesale)`)} as wholesale, ${exact(sql`sum(provider_cost)`)} as provider_cost,
        ${exact(sql`sum(retail) - sum(wholesale)`)} as margin
      ${withinScope(scope)} group by 1, 2, 3, 4, 5
    ) l order by month, customer_id, package, charge_kind, currency`.execute(db)
  return rows
}
