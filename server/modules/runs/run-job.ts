import { sleep } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Log } from '#server/platform/log.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import type { RunWorker } from './run-executor.ts'
import { findOrphans } from './runs-store.ts'

export const RUN_JOB = 'run-execute'
const RECOVERY_MS = 2000
/** Runs worked on by one process at the same time; the others wait. They wait for others most of the time. */
const AT_ONCE = 8

/** The job that works on one run. It never fails itself: the run keeps its own tries and its own error. */
export const runJob = (worker: RunWorker) =>
  defineJob<{ accountId: number; runId: number }>({
    name: RUN_JOB,
    retries: 2,
    concurrency: AT_ONCE,
    handle: ({ accountId, runId }) => worker.execute(accountId, runId),
  })

/**
 * Looks for runs whose worker died or whose job was lost, every two seconds, and works on them. Leases are
 * judged by the database clock, so a worker with a wrong clock takes nothing from others.
 */
export function startRecovery(deps: { db: Db; log: Log; worker: RunWorker }): { close(): Promise<void> } {
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const orphans = await findOrphans(deps.db).catch(() => [])
      for (const { account_id, id } of orphans) {
        // A run that only waits for a place looks the same as one that was lost.
        if (deps.worker.busy() >= AT_ONCE) break
        if (deps.worker.isBusyWith(account_id, id)) continue
        deps.log.info({ run: id }, 'taking over an unfinished run')
        deps.worker
          .execute(account_id, id)
          .catch((error) => deps.log.error({ err: error, run: id }, 'run could not be taken over'))
      }
      await sleep(RECOVERY_MS, stopping.signal)
    }
  })()
  return {
    async close() {
      stopping.abort()
      await loop
    },
  }
}
