export { allRunRoutes, createAllRuns } from './all-runs.ts'
export { ENRICHMENTS } from './end-run.ts'
export { measureRuns } from './measure-runs.ts'
export { presentRun } from './present-run.ts'
export { createRunWorker, type RunWorker } from './run-executor.ts'
export { findItems, insertItems } from './run-items-store.ts'
export { runJob, startRecovery } from './run-job.ts'
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
export { findSearched } from './runs-reads.ts'
export { runRoutes } from './runs-routes.ts'
export { createRunsService, type RunsService } from './runs-service.ts'
export { detachList, type RunRow, wakeRuns } from './runs-store.ts'
