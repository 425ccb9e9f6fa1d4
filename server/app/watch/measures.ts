import type pg from 'pg'
import { measureBooks } from '#server/modules/accounts/wallet/index.ts'
import { measureRuns } from '#server/modules/activity/runs/index.ts'
import { measureWebhooks } from '#server/modules/activity/webhooks/index.ts'
import { measureBackups } from '#server/modules/admin/backups/index.ts'
import { measureAttention } from '#server/modules/admin/statistics/index.ts'
import { measureMail } from '#server/modules/branding/mail/index.ts'
import { measureAudit } from '#server/modules/core/audit/index.ts'
import { measureSources } from '#server/modules/sources/sources/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Measure, Measurement } from '#server/platform/observe/measurement.ts'
import type { Metrics } from '#server/platform/observe/metrics.ts'
import { measureQueue } from '#server/platform/queue/measure-queue.ts'
import { measureCertificate, measureDisks } from './local-measures.ts'
import { measureFiles } from './measure-files.ts'

/** Cache lifetime in seconds: a scrape every 15 seconds from two servers costs the database one. */
const FRESH = 10
const BOOKS = 15 * 60
const CERTIFICATE = 60 * 60

/** What is measured on this machine rather than in the database. */
export interface Machine {
  dataDir: string
  publicUrl?: string
}

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
  attention: () => measureAttention(db),
  sources: () => measureSources(db),
  audit: () => measureAudit(db),
  files: () => measureFiles(db),
  backups: () => measureBackups(db),
  books: () => measureBooks(db),
})

/** Adds the whole program's metrics to those of this process. */
export function addMeasures(
  metrics: Metrics,
  { db, pool }: { db: Db; pool: pg.Pool },
  { dataDir, publicUrl }: Machine,
): void {
  metrics.measure('pool', 0, async () => measurePool(pool))
  metrics.measure('disks', FRESH, () => measureDisks(dataDir))
  metrics.measure('certificate', CERTIFICATE, () => measureCertificate(publicUrl))
  for (const [name, measure] of Object.entries(databaseMeasures(db)))
    metrics.measure(name, name === 'books' ? BOOKS : FRESH, measure)
}
