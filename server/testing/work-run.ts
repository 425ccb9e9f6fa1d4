import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { createLiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestApp } from './test-app.ts'

/** Works on a run until it ends, for a program without workers. */
export async function workRun(t: TestApp, accountId: number, runId: number): Promise<void> {
  const bus = createLiveBus(t.databaseUrl, silentLog())
  try {
    await createRunWorker({ ...t.app.ctx, log: silentLog(), bus }).execute(accountId, runId)
  } finally {
    await bus.close()
  }
}
