import { describeAuditBreak } from '#contract/core/audit-breaks.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { checkLog } from './check-log.ts'
import { createCheckpoint, isCheckpointDue } from './checkpoints.ts'
import { auditBroken } from './signals.ts'
import { noteVerified } from './verification.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Longest time between checkpoints of the audit log while there are new entries. */
    auditCheckpointMinutes: number
  }
}

/** Checks the whole log after a checkpoint; a break is logged and reported. */
async function checkNightly(ctx: Context): Promise<void> {
  await createCheckpoint(ctx.db)
  const report = await checkLog(ctx.db)
  if (report) await noteVerified(ctx.db, report.broken && describeAuditBreak(report.broken))
  if (!report?.broken) return void ctx.log.info(report, 'audit log verified')
  ctx.log.error(report, `the audit log is broken: ${describeAuditBreak(report.broken)}`)
  await auditBroken.emit(ctx, report.broken)
}

/** How often the need for a checkpoint is checked. */
const CHECK_MINUTES = 5

/** Checkpoints by time and by number of entries, and the nightly check with its own. */
export const auditJobs = (ctx: Context): JobDefinition<never>[] => [
  defineJob<Record<string, never>>({
    name: 'audit-checkpoint',
    retries: 0,
    concurrency: 1,
    cron: `*/${Math.min(CHECK_MINUTES, ctx.auditCheckpointMinutes)} * * * *`,
    async handle() {
      if (await isCheckpointDue(ctx.db, ctx.auditCheckpointMinutes)) await createCheckpoint(ctx.db)
    },
  }) as JobDefinition<never>,
  scheduledJob({ name: 'audit-check', cron: '41 3 * * *', handle: () => checkNightly(ctx) }),
]
