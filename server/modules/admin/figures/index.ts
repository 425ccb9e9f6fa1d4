export type { CheckDeps } from './attention.ts'
export { figuresJob, refreshFigures } from './figures-job.ts'
export { findAttention, findFigures, findUpdated, platformDays } from './figures-store.ts'
export {
  type DaySpan,
  pageOfMonths,
  pageOfSignIns,
  pageOfUsage,
  signInsByDay,
  signInsByHour,
  usageByDay,
  usageByMonth,
} from './usage-reads.ts'
