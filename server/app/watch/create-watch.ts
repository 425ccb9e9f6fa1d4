import type { Database, EndedQuery } from '#server/platform/db/db.ts'
import type { ObserveOptions } from '#server/platform/env-observe.ts'
import type { Log } from '#server/platform/log.ts'
import { createMetrics, type Metrics } from '#server/platform/observe/metrics.ts'
import { openTracing, type Tracing } from '#server/platform/observe/tracing.ts'
import type { AroundJob, Queue } from '#server/platform/queue/queue.ts'
import { RELEASE } from '#server/platform/release.ts'
import { addMeasures, type Machine } from './measures.ts'
import { createReadiness, type Readiness } from './readiness.ts'

const SLOW_QUERY_MS = 500
const SQL_CHARS = 1000

/** The monitoring of a process. */
export interface Watch {
  metrics: Metrics
  tracing: Tracing
  token: string | undefined
  query(query: EndedQuery): void
  job: AroundJob
  watchReadiness(database: Database, queue: Queue, machine: Machine): Readiness
}

/** Metrics and tracing of a process. Slow queries are logged without their values, which may name people. */
export async function createWatch(options: ObserveOptions, log: Log): Promise<Watch> {
  const { slowQueryMs = SLOW_QUERY_MS, traceEndpoint, metricsToken } = options
  const metrics = createMetrics(log)
  const tracing = await openTracing(traceEndpoint, RELEASE)
  return {
    metrics,
    tracing,
    token: metricsToken,
    query({ sql, ms, error }) {
      const isSlow = ms >= slowQueryMs
      metrics.query(ms / 1000, isSlow)
      tracing.query(sql, ms, error)
      if (isSlow)
        log.warn({ ms: Math.round(ms), sql: sql.replace(/\s+/g, ' ').slice(0, SQL_CHARS) }, 'slow query')
    },
    async job(name, work) {
      const startedAt = performance.now()
      const ended = (outcome: 'done' | 'failed') =>
        metrics.job(name, outcome, (performance.now() - startedAt) / 1000)
      try {
        await tracing.job(name, work)
        ended('done')
      } catch (error) {
        ended('failed')
        throw error
      }
    },
    watchReadiness(database, queue, machine) {
      addMeasures(metrics, database, machine)
      return createReadiness({ db: database.db, silentJobs: queue.silent })
    },
  }
}
