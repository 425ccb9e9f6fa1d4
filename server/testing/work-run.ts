import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { createLiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestApp } from './test-app.ts'

/** Works on a run until it ends, for a program without workers. */
export async function workRun(t: TestApp, accountId: number, runId: number): Promise<void> {
  const bus = createLiveBus(t.databaseUrl, silentLog())
  try {
    const { modules, database } = t.app
    const { executors, notifications } = modules
    const deps = { db: database.db, log: silentLog(), bus, executors, notify: notifications.notify }
    await createRunWorker(deps).execute(accountId, runId)
  } finally {
    await bus.close()
  }
}
