import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { type Measurement, makeMeasurements } from '../observe/measurement.ts'

/** Jobs by queue and state: due (`waiting`), running, and failed within the hour. */
export async function measureQueue(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ job: string; state: string; jobs: number; oldest: number }>`
    select name as job, case when state < 'active' then 'waiting' else state::text end as state,
      count(*) as jobs, extract(epoch from now() - min(coalesce(start_after, created_on)))::float8 as oldest
    from pgboss.job where name not like '\\_\\_pgboss%'
      and ((state < 'active' and start_after <= now()) or state in ('active', 'failed'))
    group by 1, 2`.execute(db)
  return makeMeasurements(rows, ['job', 'state'], {
    jobs: ['queue_jobs', 'Jobs that are due, running, or failed within the hour'],
    oldest: ['queue_oldest_seconds', 'How long the oldest of them has been due'],
  })
}
