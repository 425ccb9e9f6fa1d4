import type pg from 'pg'
import { measureBooks } from '#server/modules/accounts/wallet/index.ts'
import { measureRuns } from '#server/modules/activity/runs/index.ts'
import { measureWebhooks } from '#server/modules/activity/webhooks/index.ts'
import { measureMail } from '#server/modules/branding/mail/index.ts'
import { measureAudit } from '#server/modules/core/audit/index.ts'
import { measureSources } from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Measure, Measurement } from '#server/platform/observe/measurement.ts'
import type { Metrics } from '#server/platform/observe/metrics.ts'
import { measureQueue } from '#server/platform/queue/measure-queue.ts'

/** Cache lifetime in seconds: a scrape every 15 seconds from two servers costs the database one. */
const FRESH = 10
const BOOKS = 15 * 60

const measurePool = (pool: pg.Pool): Measurement[] => [
  {
    name: 'db_connections',
    help: 'Database connections of this process',
    values: [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waited_for' }, value: pool.waitingCount },
    ],
  },
]

/** All metrics read from the database on request, by name. */
export const databaseMeasures = (db: Db): Record<string, Measure> => ({
  queue: () => measureQueue(db),
  runs: () => measureRuns(db),
  webhooks: () => measureWebhooks(db),
  mail: () => measureMail(db),
  sources: () => measureSources(db),
  audit: () => measureAudit(db),
  books: () => measureBooks(db),
})

/** Adds the whole program's metrics to those of this process. */
export function addMeasures(metrics: Metrics, { db, pool }: { db: Db; pool: pg.Pool }): void {
  metrics.measure('pool', 0, async () => measurePool(pool))
  for (const [name, measure] of Object.entries(databaseMeasures(db)))
    metrics.measure(name, name === 'books' ? BOOKS : FRESH, measure)
}
