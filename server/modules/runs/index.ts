export { ENRICHMENTS } from './end-run.ts'
export { presentRun } from './present-run.ts'
export { createRunWorker, type Outcome, RunParked, RunStopped, type RunWorker } from './run-executor.ts'
export { RUN_JOB, runJob, startRecovery } from './run-job.ts'
export {
  type AnyRun,
  defineExecutor,
  type EndState,
  type ProgressOf,
  type RunContext,
  type RunExecutor,
  type RunOf,
} from './run-types.ts'
export { hasDelivered } from './runs-reads.ts'
export { runRoutes } from './runs-routes.ts'
export { createRunsService, type RunsService } from './runs-service.ts'
export { findItems, insertItems, type NewRun, type Progress, type RunRow, wakeRuns } from './runs-store.ts'
