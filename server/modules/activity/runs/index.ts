import { eventRun } from '#server/modules/activity/webhooks/index.ts'
import { defineModule } from '#server/platform/module.ts'
import type { JobDefinition } from '#server/platform/queue/queue.ts'
import { allRunRoutes } from './all-runs.ts'
import { findEventRun } from './event-run.ts'
import { createRecovery, runJob } from './run-job.ts'
import { runRoutes } from './runs-routes.ts'

export { cancelRunsOfAccount, cancelRunsOfLists } from './cancel-runs.ts'
export { findExecutor } from './executors.ts'
export { measureRuns } from './measure-runs.ts'
export { presentRun } from './present-run.ts'
export { createRunWorker, type RunWorker } from './run-executor.ts'
export { findItems, insertItems } from './run-items-store.ts'
export { RunParked, RunStopped } from './run-stops.ts'
export {
  type AnyRun,
  defineExecutor,
  type EndState,
  type ProgressOf,
  type RunContext,
  type RunExecutor,
  type RunOf,
} from './run-types.ts'
export {
  addCostOfRun,
  countRunsByCreator,
  createRun,
  enqueueRun,
  findOwnRun,
  findRun,
  lockAccountRun,
  showLatestRuns,
  showRun,
  showRunsById,
  sumCreditsOfKey,
} from './runs.ts'
export { findSearched } from './runs-reads.ts'
export { detachList, type RunRow, wakeRuns } from './runs-store.ts'
export { runEnding } from './signals.ts'
export { trackRun as trackRunOf } from './track-run.ts'

export const runsModule = defineModule({
  routes: (ctx) => [...runRoutes(ctx), ...allRunRoutes(ctx)],
  jobs: (ctx) => [runJob(ctx) as JobDefinition<never>],
  workers: (ctx) => [createRecovery(ctx)],
  on: [eventRun.answer((ctx, { accountId, id }) => findEventRun(ctx, accountId, id))],
})
