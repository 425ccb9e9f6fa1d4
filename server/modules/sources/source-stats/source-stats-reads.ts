import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Figures of one source and kind within the last days. */
export interface SourceFigures {
  source: string
  kind: string
  attempts: number
  hits: number
  credits: number
  seconds: number
  addresses: number
  bounced: number
  refunded: number
  by_state: Record<string, number>
}

/**
 * The results of delivered addresses: each one's newest result, bounce, and refund. Joins the tables of
 * verifications, bounces and charges, which only this screen needs together.
 */
const outcomes = (accountId: number, days: number) => sql`
  select f.source, f.kind, f.created_at, coalesce(v.state, f.state) as state,
    exists (select from bounce_info b where b.account_id = f.account_id and b.address = f.address and b.kind = 'hard') as bounced,
    coalesce((
      select sum(c.amount) from entity_info e join charge_info c on c.account_id = e.account_id and c.entity_id = e.id
      where e.account_id = f.account_id and e.list_type = 'single' and e.entity_key = f.address
        and c.charge_kind = 'domain_email' and c.refunded_at is not null), 0) as refunded
  from found_email f left join email_verification_info v on v.account_id = f.account_id and v.address = f.address
  where f.account_id = ${accountId} and f.created_at > now() - make_interval(days => ${days})`

const attempts = (accountId: number, days: number) => sql`
  select * from source_attempt
  where account_id = ${accountId} and created_at > now() - make_interval(days => ${days})`

/** Every source queried, or with delivered addresses, in the last `days`. */
export async function sourceFigures(db: Db, accountId: number, days: number): Promise<SourceFigures[]> {
  const { rows } = await sql<SourceFigures>`
    with asked as (
      select source, kind, count(*) as attempts, count(*) filter (where hit) as hits, sum(credits) as credits,
        avg(took_ms) / 1000 as seconds
      from (${attempts(accountId, days)}) a group by source, kind),
    states as (
      select source, kind, state, count(*) as addresses, count(*) filter (where bounced) as bounced, sum(refunded) as refunded
      from (${outcomes(accountId, days)}) o group by source, kind, state),
    delivered as (
      select source, kind, sum(addresses) as addresses, sum(bounced) as bounced, sum(refunded) as refunded,
        jsonb_object_agg(state, addresses) as by_state
      from states group by source, kind)
    select source, kind, coalesce(attempts, 0) as attempts, coalesce(hits, 0) as hits, coalesce(credits, 0) as credits,
      coalesce(seconds, 0)::float8 as seconds, coalesce(addresses, 0) as addresses, coalesce(bounced, 0) as bounced,
      coalesce(refunded, 0) as refunded, coalesce(by_state, '{}') as by_state
    from asked full join delivered using (source, kind) order by addresses desc, source, kind`.execute(db)
  return rows
}

/** One source and kind in one week, by its Monday in the account's time zone. */
export interface WeekFigures {
  week: string
  source: string
  kind: string
  addresses: number
  bounced: number
  hits: number
  attempts: number
}

/** The figures by week, oldest first. An address counts in its delivery week. */
export async function weekFigures(
  db: Db,
  accountId: number,
  days: number,
  timeZone: string,
): Promise<WeekFigures[]> {
  const week = sql`to_char(date_trunc('week', created_at at time zone ${timeZone}), 'YYYY-MM-DD')`
  const { rows } = await sql<WeekFigures>`
    with asked as (
      select ${week} as week, source, kind, count(*) as attempts, count(*) filter (where hit) as hits
      from (${attempts(accountId, days)}) a group by 1, 2, 3),
    delivered as (
      select ${week} as week, source, kind, count(*) as addresses, count(*) filter (where bounced) as bounced
      from (${outcomes(accountId, days)}) o group by 1, 2, 3)
    select week, source, kind, coalesce(addresses, 0) as addresses, coalesce(bounced, 0) as bounced,
      coalesce(hits, 0) as hits, coalesce(attempts, 0) as attempts
    from asked full join delivered using (week, source, kind) order by week, source, kind`.execute(db)
  return rows
}

export interface RunSourceFigures {
  run_id: number
  source: string
  kind: 'leads' | 'emails' | 'inferred'
  delivered: number
  requests: number | null
  hits: number | null
}

/**
 * Per run and source: leads of a search, as counted by the run, with its recorded requests; emails of other runs
 * from the records alone, with inferred ones separate.
 */
export async function figuresOfRuns(
  db: Db,
  accountId: number,
  runIds: number[],
): Promise<RunSourceFigures[]> {
  const { rows } = await sql<RunSourceFigures>`
    with chosen as (
      select id, kind, input ->> 'source' as source, coalesce((counts ->> 'delivered')::bigint, 0) as delivered
      from run_info where account_id = ${accountId} and id = any(${runIds}::bigint[])),
    asked as (
      select run_id, source, kind, count(*) as requests, count(*) filter (where hit) as hits, sum(addresses) as addresses
      from source_attempt where account_id = ${accountId} and run_id = any(${runIds}::bigint[])
      group by run_id, source, kind)
    select c.id as run_id, c.source, 'leads' as kind, c.delivered, a.requests, a.hits
    from chosen c left join asked a on a.run_id = c.id and a.source = c.source and a.kind = 'website'
    where c.kind = 'search' and c.source is not null
    union all
    select c.id, a.source, case a.kind when 'inferred' then 'inferred' else 'emails' end, a.addresses, a.requests, a.hits
    from chosen c join asked a on a.run_id = c.id where c.kind <> 'search'
    order by run_id, delivered desc, source, kind`.execute(db)
  return rows
}
