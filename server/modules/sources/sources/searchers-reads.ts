import { sql } from 'kysely'
import type { ParkReason } from '#contract/sources/lead-sources.ts'
import type { Db } from '#server/platform/db/db.ts'

/** A source's overall state. */
export interface SearcherFigures {
  source_id: string
  asked: number
  hits: number
  failed: number
  vendor_cost: number
  ms: number
  keys: number
  has_platform_key: boolean
  failures: number
  is_parked: boolean
  parked_until: Date | null
  park_reason: ParkReason | null
  parked_keys: number
  errors: { at: string; code: string; detail: string }[]
}

/** Figures of these sources over the last days, with their keys and health. */
export async function searcherFigures(
  db: Db,
  ids: readonly string[],
  days: number,
  now: Date,
): Promise<SearcherFigures[]> {
  const { rows } = await sql<SearcherFigures>`
    select s.source_id, u.asked, u.hits, u.failed, u.vendor_cost, u.ms, k.keys, k.has_platform_key,
      coalesce(h.failures, 0) as failures, coalesce(h.parked_until > ${now}, false) as is_parked,
      case when h.parked_until > ${now} then nullif(h.parked_until, 'infinity') end as parked_until,
      case when h.parked_until > ${now} then h.park_reason end as park_reason, p.parked_keys, e.errors
    from unnest(${ids}::text[]) s (source_id)
    left join source_health h on h.source_id = s.source_id and h.credential_id = 0
    cross join lateral (
      select coalesce(sum(asked), 0)::bigint as asked, coalesce(sum(hits), 0)::bigint as hits,
        coalesce(sum(failed), 0)::bigint as failed, coalesce(sum(vendor_cost), 0) as vendor_cost,
        coalesce(sum(ms), 0)::bigint as ms
      from source_use where source_id = s.source_id and hour > ${now}::timestamptz - make_interval(days => ${days})) u
    cross join lateral (
      select count(*) as keys, coalesce(bool_or(o.parent_id is null), false) as has_platform_key
      from source_credential c join account_node o on o.id = c.account_id where c.source_id = s.source_id) k
    cross join lateral (
      select count(*) as parked_keys from source_health x
      where x.source_id = s.source_id and x.credential_id > 0 and x.parked_until > ${now}) p
    cross join lateral (
      select coalesce(jsonb_agg(f.error order by f.error ->> 'at' desc), '[]') as errors from (
        select error from source_health x, jsonb_array_elements(x.errors) error
        where x.source_id = s.source_id order by error ->> 'at' desc limit 10) f) e`.execute(db)
  return rows
}

/** Each source's requests by day, in a time zone; oldest first. */
export async function usesByDay(db: Db, days: number, timeZone: string, now: Date) {
  const { rows } = await sql<{ day: string; source: string; requests: number; hits: number; failed: number }>`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as day, source_id as source,
      sum(asked)::bigint as requests, sum(hits)::bigint as hits, sum(failed)::bigint as failed
    from source_use where hour > ${now}::timestamptz - make_interval(days => ${days})
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
