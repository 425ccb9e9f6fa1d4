import type { Context } from '#server/platform/context.ts'
import type { BackgroundWorker } from '#server/platform/module.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { createWorkLoop } from '#server/platform/queue/work-loop.ts'
import { findOrphans } from './lost-runs-store.ts'
import { runWorkerOf } from './run-executor.ts'

export const RUN_JOB = 'run-execute'
const RECOVERY_MS = 2000
/** Concurrent runs per process; the others wait. Runs mostly wait for external services. */
const AT_ONCE = 8

/** The job that works on one run. It never fails itself: the run tracks its own tries and error. */
export const runJob = (ctx: Context) =>
  defineJob<{ accountId: number; runId: number }>({
    name: RUN_JOB,
    retries: 2,
    concurrency: AT_ONCE,
    handle: ({ accountId, runId }) => runWorkerOf(ctx).execute(accountId, runId),
  })

/**
 * Takes over runs whose worker died or whose job was lost. Leases use the database clock, so a worker with a
 * wrong clock takes nothing from others. Closing it stops all runs of this process.
 */
export function createRecovery(ctx: Context): BackgroundWorker {
  const worker = runWorkerOf(ctx)
  const loop = createWorkLoop<{ account_id: number; id: number }>({
    log: ctx.log,
    name: 'takeover of a run',
    pollMs: RECOVERY_MS,
    places: AT_ONCE,
    key: ({ account_id, id }) => `${account_id}:${id}`,
    async find() {
      // A run waiting for a slot looks the same as a lost one.
      const free = AT_ONCE - worker.busy()
      if (free <= 0) return []
      const orphans = await findOrphans(ctx.db)
      return orphans.filter(({ account_id, id }) => !worker.isBusyWith(account_id, id)).slice(0, free)
    },
    work: ({ account_id, id }) => worker.execute(account_id, id),
  })
  return {
    start: loop.start,
    close: () => Promise.all([loop.close(), worker.close()]),
  }
}
