import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Measurement, measurementsOf } from '#server/platform/observe/measurement.ts'

/** Unfinished runs, by kind and state. Lost ones have no worker and are about to be taken over. */
export async function measureRuns(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ kind: string; state: string; open: number; lost: number; oldest: number }>`
    select kind, state, count(*) as open, count(*) filter (where lease_until < now()) as lost,
      extract(epoch from now() - min(created_at))::float8 as oldest
    from run where state in ('queued', 'running') group by kind, state`.execute(db)
  return measurementsOf(rows, ['kind', 'state'], {
    open: ['runs_open', 'Runs that have not ended'],
    lost: ['runs_lost', 'Open runs whose lease has expired'],
    oldest: ['runs_oldest_seconds', 'Age of the oldest open run'],
  })
}
