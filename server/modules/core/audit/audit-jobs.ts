import { describeAuditBreak } from '#contract/core/audit-breaks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { checkLog, type LogReport } from './check-log.ts'
import { noteVerified } from './checkpoint-store.ts'
import { createCheckpoint, isCheckpointDue } from './checkpoints.ts'

export interface AuditJobsDeps {
  db: Db
  log: Log
  /** Notifies the administrators. */
  reportBreak(broken: NonNullable<LogReport['broken']>): Promise<void>
}

/** Checks the whole log after a checkpoint; a break is logged and reported. */
async function checkNightly({ db, log, reportBreak }: AuditJobsDeps): Promise<void> {
  await createCheckpoint(db)
  const report = await checkLog(db)
  if (report) await noteVerified(db, report.broken && describeAuditBreak(report.broken))
  if (!report?.broken) return void log.info(report, 'audit log verified')
  log.error(report, `the audit log is broken: ${describeAuditBreak(report.broken)}`)
  await reportBreak(report.broken)
}

/** A checkpoint for every 1,000 entries, and the nightly check with its own. */
export const auditJobs = (deps: AuditJobsDeps): JobDefinition<never>[] => [
  defineJob<Record<string, never>>({
    name: 'audit-checkpoint',
    retries: 0,
    concurrency: 1,
    cron: '*/5 * * * *',
    async handle() {
      if (await isCheckpointDue(deps.db)) await createCheckpoint(deps.db)
    },
  }) as JobDefinition<never>,
  scheduledJob({ name: 'audit-check', cron: '41 3 * * *', handle: () => checkNightly(deps) }),
]
