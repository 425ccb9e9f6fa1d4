import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { startPage } from '../db/paging.ts'

export interface QueuedJob {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  data: Record<string, unknown> | null
  output: unknown
  retry_count: number
  retry_limit: number
  created_on: Date
  start_after: Date
  started_on: Date | null
  completed_on: Date | null
  next_id: string | null
  /** Jobs of its queue that have succeeded. */
  succeeded: number
}

/** Key in a job's data: the id of the job that it repeats. */
export const REPEATED_JOB_KEY = 'repeats_job'

/** Without the queue's internal jobs, which schedule ours. */
const NOT_INTERNAL = sql`j.name not like '\\_\\_pgboss%'`

const shown = sql`j.id, j.name, j.state, j.data, j.output, j.retry_count, j.retry_limit, j.created_on, j.start_after,
  j.started_on, j.completed_on,
  (select n.id from pgboss.job n where n.name = j.name and n.data->>${sql.lit(REPEATED_JOB_KEY)} = j.id::text limit 1) as next_id,
  (select count(*) from pgboss.job n where n.name = j.name and n.state = 'completed')::int as succeeded`

/** Of the jobs of a queue that have succeeded, the newest stands for all. */
const LATEST_SUCCESS = sql`(j.state <> 'completed' or j.id = (select n.id from pgboss.job n
  where n.name = j.name and n.state = 'completed' order by n.completed_on desc, n.id limit 1))`

/** One page of jobs, newest first, and their total. */
export async function listJobs(
  db: Db,
  query: { page: number; limit: number; states?: readonly string[]; name?: string; folded?: boolean },
): Promise<{ rows: QueuedJob[]; total: number }> {
  const where = sql.join(
    [
      NOT_INTERNAL,
      ...(query.states ? [sql`j.state::text = any(${[...query.states]}::text[])`] : []),
      ...(query.folded ? [LATEST_SUCCESS] : []),
      ...(query.name ? [sql`j.name = ${query.name}`] : []),
    ],
    sql` and `,
  )
  const page = startPage([{ by: sql`j.created_on`, descending: true }, { by: sql`j.id` }], query)
  const count = async () => {
    const { rows } = await sql<{
      total: number
    }>`select count(*) as total from pgboss.job j where ${where}`.execute(db)
    return Number(rows[0]?.total ?? 0)
  }
  const total = page.knownTotal ?? (await count())
  const found = await sql<QueuedJob>`select ${shown}, ${sql.join(page.columns)} from pgboss.job j
    where ${where} and ${page.condition}
    order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: page.take(found.rows, total), total }
}

export async function findJob(db: Db, id: string): Promise<QueuedJob | undefined> {
  const { rows } = await sql<QueuedJob>`select ${shown} from pgboss.job j where j.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** Locks a job until the transaction ends, so that it is neither taken nor repeated meanwhile. */
export const lockJob = (db: Db, id: string) =>
  sql`select id from pgboss.job where id = ${id}::uuid for update`.execute(db)

/** Cancels a waiting job. @returns false when it is not waiting */
export async function cancelWaitingJob(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update pgboss.job set state = 'cancelled', completed_on = now()
    where id = ${id}::uuid and state in ('created', 'retry')`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Per queue: due, running and failed jobs, and since when the oldest due one has been due. */
export async function countQueues(db: Db) {
  const { rows } = await sql<{
    queue: string
    waiting: number
    running: number
    failed: number
    waiting_since: Date | null
  }>`select q.name as queue,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as waiting,
      count(*) filter (where j.state = 'active')::int as running,
      count(*) filter (where j.state = 'failed')::int as failed,
      min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as waiting_since
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where q.name not like '\\_\\_pgboss%' group by q.name order by q.name`.execute(db)
  return rows
}
