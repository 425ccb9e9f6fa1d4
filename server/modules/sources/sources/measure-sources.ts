import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Measurement, makeMeasurements } from '#server/platform/observe/measurement.ts'

/** Lead sources' results since the start of the last full hour, and which are paused. */
export async function measureSources(db: Db): Promise<Measurement[]> {
  const { rows: used } = await sql<{ source: string; asked: number; failed: number }>`
    select source_id as source, sum(asked)::bigint as asked, sum(failed)::bigint as failed from source_use
    where hour >= date_trunc('hour', now()) - interval '1 hour' group by source_id`.execute(db)
  const { rows: parked } = await sql<{ source: string; reason: string; parked: number }>`
    select source_id as source, park_reason as reason, count(*) as parked from source_health
    where park_reason is not null and (parked_until is null or parked_until > now())
    group by source_id, park_reason`.execute(db)
  return [
    ...makeMeasurements(used, ['source'], {
      asked: ['source_requests_recent', 'Requests to a lead source in this and the last hour'],
      failed: ['source_failures_recent', 'Those that failed'],
    }),
    ...makeMeasurements(parked, ['source', 'reason'], {
      parked: ['source_parked', 'Paused keys of a lead source; its own pause counts as one'],
    }),
  ]
}
