export type { AutopilotDeps } from './autopilot-deps.ts'
export { createAutopilotWorker } from './autopilot-worker.ts'
export { autopilotRoutes } from './autopilots-routes.ts'
export { createAutopilotsService } from './autopilots-service.ts'
export {
  databaseClock,
  findAutopilot,
  findRun as findAutopilotRun,
  removeOldAutopilots,
  type ScheduleClock,
} from './autopilots-store.ts'
export { createDryRun } from './dry-run.ts'
export { presentAutopilotRun } from './present-autopilot.ts'
export { createSteps } from './steps.ts'
