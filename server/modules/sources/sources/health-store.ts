import { type Generated, type JSONColumnType, sql } from 'kysely'
import { FAILURES_TO_PARK, type ParkReason } from '#contract/sources/lead-sources.ts'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'

interface SourceHealthTable {
  source_id: string
  credential_id: Generated<number>
  failures: Generated<number>
  parks: Generated<number>
  parked_until: Date | null
  park_reason: ParkReason | null
  errors: JSONColumnType<{ at: string; code: string; detail: string }[]>
}
interface SourceUseTable {
  account_id: number
  source_id: string
  credential_id: number
  hour: Date
  asked: number
  hits: number
  failed: number
  vendor_cost: number
  ms: number
}
interface SourceDayTable {
  source_id: string
  credential_id: number
  day: string
  asked: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_health: SourceHealthTable
    source_use: SourceUseTable
    source_day: SourceDayTable
  }
}

/** A key of a source; 0 is the source itself. */
export interface Place {
  sourceId: string
  credentialId: number
}

const FIRST_PARK_MINUTES = 5
const LONGEST_PARK_HOURS = 24
const MAX_ERRORS = 10

/** Request results: added to this hour's row, in one statement. */
export const addUse = (
  db: Db,
  use: Place & {
    accountId: number
    asked: number
    hits: number
    failed: number
    vendorCost: number
    ms: number
  },
  now: Date,
) =>
  sql`insert into source_use as u (account_id, source_id, credential_id, hour, asked, hits, failed, vendor_cost, ms)
    values (${use.accountId}, ${use.sourceId}, ${use.credentialId}, date_trunc('hour', ${now}::timestamptz),
      ${use.asked}, ${use.hits}, ${use.failed}, ${use.vendorCost}, ${use.ms})
    on conflict (account_id, source_id, credential_id, hour) do update set asked = u.asked + excluded.asked,
      hits = u.hits + excluded.hits, failed = u.failed + excluded.failed,
      vendor_cost = u.vendor_cost + excluded.vendor_cost, ms = u.ms + excluded.ms`.execute(db)

/** A success ends a series of failures and the pause it caused, but not an administrator's. */
export const endFailures = (db: Db, { sourceId, credentialId }: Place) =>
  db
    .updateTable('source_health')
    .set({ failures: 0, parks: 0, parked_until: null, park_reason: null })
    .where('source_id', '=', sourceId)
    .where('credential_id', 'in', [0, credentialId])
    .where('failures', '>', 0)
    .where(sql<boolean>`park_reason is distinct from 'admin'`)
    .execute()

const makeError = (error: { code: string; detail: string }, now: Date) =>
  JSON.stringify([{ at: now.toISOString(), ...error }])

const newest = sql`jsonb_path_query_array(excluded.errors || h.errors, ${`$[0 to ${MAX_ERRORS - 1}]`}::jsonpath)`

/**
 * Counts a failure. From the fifth in a row on, each one outside a pause starts a new pause: five minutes at
 * first, doubling each time, a day at most.
 */
export const addFailure = (db: Db, place: Place, error: { code: string; detail: string }, now: Date) => {
  const parks = sql`(h.failures + 1 >= ${FAILURES_TO_PARK} and coalesce(h.parked_until <= ${now}, true))`
  const pause = sql`least(make_interval(mins => ${FIRST_PARK_MINUTES}) * power(2, least(h.parks, 20)), make_interval(hours => ${LONGEST_PARK_HOURS}))`
  return sql`insert into source_health as h (source_id, credential_id, failures, errors)
    values (${place.sourceId}, ${place.credentialId}, 1, ${makeError(error, now)}::jsonb)
    on conflict (source_id, credential_id) do update set failures = h.failures + 1, errors = ${newest},
      parks = case when ${parks} then h.parks + 1 else h.parks end,
      parked_until = case when ${parks} then ${now}::timestamptz + ${pause} else h.parked_until end,
      park_reason = case when ${parks} then 'failures' else h.park_reason end`.execute(db)
}

/** Pauses a key, or the source for everyone, until `until`; null means until someone changes something. */
export const park = (
  db: Db,
  place: Place,
  {
    until,
    reason,
    error,
  }: { until: Date | null; reason: ParkReason; error?: { code: string; detail: string } },
  now: Date,
) =>
  sql`insert into source_health as h (source_id, credential_id, failures, parked_until, park_reason, errors)
    values (${place.sourceId}, ${place.credentialId}, ${error ? 1 : 0}, coalesce(${until}::timestamptz, 'infinity'),
      ${reason}, ${error ? makeError(error, now) : '[]'}::jsonb)
    on conflict (source_id, credential_id) do update set failures = h.failures + excluded.failures,
      parked_until = excluded.parked_until, park_reason = excluded.park_reason, errors = ${newest}`.execute(
    db,
  )

/** Clears pauses and failures of a source and all its keys. */
export const unparkSource = (db: Db, sourceId: string) =>
  updateRows(
    db,
    'source_health',
    { source_id: sourceId },
    { failures: 0, parks: 0, parked_until: null, park_reason: null },
  )

/** Deletes a key's statistics. */
export const forgetKey = async (db: Db, { sourceId, credentialId }: Place): Promise<void> => {
  await db
    .deleteFrom('source_health')
    .where('source_id', '=', sourceId)
    .where('credential_id', '=', credentialId)
    .where('credential_id', '>', 0)
    .execute()
}

/**
 * Counts a request of this day (UTC), or its units of a vendor's quota, across all processes; false when the
 * limit is reached. One statement.
 */
export async function countRequest(
  db: Db,
  place: Place,
  { limit, now, units = 1 }: { limit: number | null; now: Date; units?: number },
): Promise<boolean> {
  if (limit !== null && units > limit) return false
  const { rows } = await sql<{ asked: number }>`
    insert into source_day as d (source_id, credential_id, day, asked)
    values (${place.sourceId}, ${place.credentialId}, (${now}::timestamptz at time zone 'UTC')::date, ${units})
    on conflict (source_id, credential_id, day) do update set asked = d.asked + ${units}
      where ${limit}::int is null or d.asked + ${units} <= ${limit}
    returning asked`.execute(db)
  return rows.length > 0
}

const DAYS_KEPT = 7
const USE_DAYS_KEPT = 400

/** Deletes past daily limits, and usage after a year. */
export async function removeOldSourceUse(db: Db): Promise<void> {
  await sql`delete from source_day where day < current_date - ${DAYS_KEPT}::int`.execute(db)
  await sql`delete from source_use where hour < now() - make_interval(days => ${USE_DAYS_KEPT})`.execute(db)
}
