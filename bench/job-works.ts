import pg from 'pg'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQueue, defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, seconds } from './measure.ts'

const CONCURRENCY = 4
const PROBES = 100

/** One job per fetch, several workers: take a free row, finish it, commit. */
async function skipLockedLoop(bench: BenchApp, jobs: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: CONCURRENCY })
  await pool.query('drop table if exists bench_job; create table bench_job (id int primary key, state text)')
  await pool.query(`insert into bench_job select n, 'new' from generate_series(1, $1::int) n`, [jobs])
  await pool.query('create index on bench_job (id) where state = $$new$$; analyze bench_job')
  const fetcher = async () => {
    for (;;) {
      const { rows } = await pool.query(
        `update bench_job set state = 'active' where id = (select id from bench_job where state = 'new'
          order by id limit 1 for update skip locked) returning id`,
      )
      if (rows.length === 0) return
      await pool.query(`update bench_job set state = 'done' where id = $1`, [rows[0].id])
    }
  }
  const time = await seconds(() => Promise.all(Array.from({ length: CONCURRENCY }, fetcher)))
  await pool.end()
  return time
}

/** E: jobs without work, and the time until one starts. */
export async function measureJobs(bench: BenchApp, jobs: number): Promise<Line[]> {
  const limit = await skipLockedLoop(bench, jobs)
  const log = silentLog()
  const database = openDatabase(bench.databaseUrl, { log })
  const queue = await createQueue(bench.databaseUrl, { log, scheduler: false })
  let seen = 0
  let wake: () => void = () => {}
  const job = defineJob({
    name: `bench-${jobs}`,
    retries: 0,
    concurrency: CONCURRENCY,
    async handle() {
      seen += 1
      wake()
    },
  }) as JobDefinition<never>
  await queue.work([job], { worker: false, scheduler: false })
  for (let sent = 0; sent < jobs; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => queue.send(database.db, job.name, {})))
  const all = new Promise<void>((resolve) => {
    wake = () => {
      if (seen >= jobs) resolve()
    }
  })
  const own = await seconds(async () => {
    await queue.work([job], { worker: true, scheduler: false })
    await all
  })
  const starts: number[] = []
  for (let probe = 0; probe < PROBES; probe += 1) {
    const started = new Promise<void>((resolve) => {
      wake = resolve
    })
    const start = performance.now()
    await queue.send(database.db, job.name, {})
    await started
    starts.push(performance.now() - start)
  }
  starts.sort((a, b) => a - b)
  await queue.close()
  await database.close()
  const p95 = starts[Math.floor(PROBES * 0.95)] ?? 0
  const ratio = limit / own
  return [
    {
      work: 'jobs',
      size: jobs,
      ours: `${fixed(jobs / own, 0)}/s`,
      limit: `${fixed(jobs / limit, 0)}/s`,
      ratio,
      gate: '>= 0.7x, start p95 <= 10 ms',
      kept: ratio >= 0.7 && p95 <= 10,
      note: `start p50 ${fixed(starts[PROBES / 2] ?? 0)} ms, p95 ${fixed(p95)} ms`,
    },
  ]
}
