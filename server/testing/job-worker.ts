import pg from 'pg'
import { silentLog } from '#server/platform/log.ts'
import { createQueue, defineJob, type JobDefinition, type QueueTiming } from '#server/platform/queue/queue.ts'

/** A dead worker is noticed within about a dozen seconds; the queue's minimum is 10. */
export const SHORT_TIMING: QueueTiming = { poll: 1, heartbeat: 10, supervise: 1 }

/** A job whose only effect is a row in `effect`; each attempt adds a row in `attempt`. */
export const effectJob = (pool: pg.Pool): JobDefinition<never> =>
  defineJob<{ number: number }>({
    name: 'effect',
    retries: 5,
    concurrency: 3,
    async handle({ number }) {
      await pool.query('insert into attempt values ($1)', [number])
      await pool.query('select pg_sleep(0.02)')
      await pool.query('insert into effect values ($1) on conflict do nothing', [number])
    },
  }) as JobDefinition<never>

/** A test worker process that handles `effect` jobs until it is killed. */
async function main(url: string): Promise<void> {
  const queue = await createQueue(url, { log: silentLog(), scheduler: false, timing: SHORT_TIMING })
  await queue.work([effectJob(new pg.Pool({ connectionString: url }))], { worker: true, scheduler: false })
  process.once('disconnect', () => process.exit())
}

if (import.meta.main) await main(String(process.argv[2]))
