import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Measurement, makeMeasurements } from '#server/platform/observe/measurement.ts'

/** Unfinished runs, by kind and state. Lost ones have no worker and are about to be taken over. */
export async function measureRuns(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{
    kind: string
    state: string
    open: number
    lost: number
    lost_for: number
    oldest: number
  }>`
    select kind, state, count(*) as open, count(*) filter (where lease_until < now()) as lost,
      coalesce(extract(epoch from now() - min(lease_until) filter (where lease_until < now())), 0)::float8 as lost_for,
      extract(epoch from now() - min(created_at))::float8 as oldest
    from run where state in ('queued', 'running') group by kind, state`.execute(db)
  return makeMeasurements(rows, ['kind', 'state'], {
    open: ['runs_open', 'Runs that have not ended'],
    lost: ['runs_lost', 'Open runs whose lease has expired'],
    lost_for: ['runs_lost_seconds', 'How long the first of them has been without a worker'],
    oldest: ['runs_oldest_seconds', 'Age of the oldest open run'],
  })
}
