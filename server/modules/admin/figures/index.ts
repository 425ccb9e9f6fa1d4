import { defineModule } from '#server/platform/module.ts'
import { figuresJob } from './figures-job.ts'

export { refreshFigures } from './figures-job.ts'
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

export const figuresModule = defineModule({ jobs: (ctx) => [figuresJob(ctx)] })
