import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { createWorkLoop, type WorkLoop } from '#server/platform/queue/work-loop.ts'
import { findOrphans } from './lost-runs-store.ts'
import type { RunWorker } from './run-executor.ts'

export const RUN_JOB = 'run-execute'
const RECOVERY_MS = 2000
/** Concurrent runs per process; the others wait. Runs mostly wait for external services. */
const AT_ONCE = 8

/** The job that works on one run. It never fails itself: the run tracks its own tries and error. */
export const runJob = (worker: RunWorker) =>
  defineJob<{ accountId: number; runId: number }>({
    name: RUN_JOB,
    retries: 2,
    concurrency: AT_ONCE,
    handle: ({ accountId, runId }) => worker.execute(accountId, runId),
  })

/**
 * Takes over runs whose worker died or whose job was lost. Leases use the database clock, so a worker with a
 * wrong clock takes nothing from others.
 */
export function startRecovery({ db, log, worker }: { db: Db; log: Log; worker: RunWorker }): WorkLoop {
  const loop = createWorkLoop<{ account_id: number; id: number }>({
    log,
    name: 'takeover of a run',
    pollMs: RECOVERY_MS,
    places: AT_ONCE,
    key: ({ account_id, id }) => `${account_id}:${id}`,
    async find() {
      // A run waiting for a slot looks the same as a lost one.
      const free = AT_ONCE - worker.busy()
      if (free <= 0) return []
      const orphans = await findOrphans(db)
      return orphans.filter(({ account_id, id }) => !worker.isBusyWith(account_id, id)).slice(0, free)
    },
    work: ({ account_id, id }) => worker.execute(account_id, id),
  })
  loop.start()
  return loop
}
