import { describeAuditBreak } from '#contract/core/audit-breaks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { checkLog, type LogReport } from './check-log.ts'
import { createCheckpoint, isCheckpointDue } from './checkpoints.ts'
import { noteVerified } from './verification.ts'

export interface AuditJobsDeps {
  db: Db
  log: Log
  /** Longest time between checkpoints while there are new entries. */
  checkpointMinutes: number
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

/** How often the need for a checkpoint is checked. */
const CHECK_MINUTES = 5

/** Checkpoints by time and by number of entries, and the nightly check with its own. */
export const auditJobs = (deps: AuditJobsDeps): JobDefinition<never>[] => [
  defineJob<Record<string, never>>({
    name: 'audit-checkpoint',
    retries: 0,
    concurrency: 1,
    cron: `*/${Math.min(CHECK_MINUTES, deps.checkpointMinutes)} * * * *`,
    async handle() {
      if (await isCheckpointDue(deps.db, deps.checkpointMinutes)) await createCheckpoint(deps.db)
    },
  }) as JobDefinition<never>,
  scheduledJob({ name: 'audit-check', cron: '41 3 * * *', handle: () => checkNightly(deps) }),
]
