import { sql } from 'kysely'
import type { ChargeKind } from '#contract/core/constants.ts'
import type { ParkReason } from '#contract/sources/lead-sources.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'

/** A source's state for an account: the effective key, the source's settings, whether it is paused. */
export interface SourceStatus {
  source_id: string
  time_zone: string
  /** Whether the plans of the account and its sellers are free with the account's own key. */
  own_key_free: boolean
  /** The effective key: the account's own or the nearest ancestor's; null without one. */
  credential_id: number | null
  owner_id: number | null
  /** Parent of the key's owner; the platform has none. */
  owner_parent_id: number | null
  sealed: string | null
  hint: string | null
  since: Date | null
  tested_at: Date | null
  test_problem: string | null
  vendor_plan: string | null
  vendor_left: number | null
  key_limit: number | null
  used_today: number
  is_on: boolean
  prices: Partial<Record<ChargeKind, number>>
  /** Prices of the account's package and of its sellers', which override those of administrators. */
  plan_prices: Partial<Record<ChargeKind, number>>[]
  /** Daily requests per key, set by administrators. */
  limit: number | null
  /** Retention in days, set by administrators. */
  retention_days: number | null
  is_parked: boolean
  /** Null for a paused source: until someone changes something. */
  parked_until: Date | null
  park_reason: ParkReason | null
}

// The ids come from a subquery so that the planner expects the same number of them in every call and reuses one plan.
// Planning takes three times as long as reading, and calls with one or two ids would be planned each time.
const readStatuses = prepared(
  (_db, accountId: number, sourceIds: readonly string[], now: Date) => sql<SourceStatus>`
    select s.source_id, a.time_zone, plan.own_key_free, plan.prices as plan_prices,
      c.id as credential_id, c.account_id as owner_id, c.parent_id as owner_parent_id, c.sealed, c.hint,
      c.created_at as since, c.tested_at, c.test_problem, c.vendor_plan, c.vendor_left,
      c.daily_limit as key_limit, coalesce(d.asked, 0) as used_today,
      coalesce(t.is_on, true) as is_on, coalesce(t.prices, '{}') as prices, t.daily_limit as limit, t.retention_days,
      h.source_id is not null as is_parked, nullif(h.parked_until, 'infinity') as parked_until, h.park_reason
    from unnest(array(select unnest(${sourceIds}::text[]))) with ordinality s (source_id, declared)
    join account_node a on a.id = ${accountId}
    cross join lateral (
      select bool_and(coalesce(v.own_key_free, true)) as own_key_free,
        jsonb_agg(coalesce(v.credit_prices, '{}')) as prices
      from account_node n left join active_plan v on v.account_id = n.id
      where n.id = any(a.path) and (n.parent_id is not null or n.id = a.id)) plan
    left join lateral (
      select k.*, owner.parent_id from source_credential k join account_node owner on owner.id = k.account_id
      where k.account_id = any(a.path) and k.source_id = s.source_id
      order by array_position(a.path, k.account_id) desc limit 1) c on true
    left join source_setting t on t.source_id = s.source_id
    left join source_day d on d.source_id = s.source_id and d.credential_id = coalesce(c.id, 0)
      and d.day = (${now}::timestamptz at time zone 'UTC')::date
    left join lateral (
      select p.* from source_health p
      where p.source_id = s.source_id and p.credential_id in (0, coalesce(c.id, 0)) and p.parked_until > ${now}
      order by p.parked_until desc limit 1) h on true
    order by t.place nulls last, s.declared`,
)

/** These sources' states for an account, in order of use, in one query. */
export const readSourceStatuses = (
  db: Db,
  accountId: number,
  sourceIds: readonly string[],
  now: Date,
): Promise<SourceStatus[]> => readStatuses(db, accountId, sourceIds, now)
