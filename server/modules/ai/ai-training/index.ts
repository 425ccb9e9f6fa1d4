import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'

export { aiTrainingRoutes } from './ai-training-routes.ts'
export { createAiTraining } from './ai-training-service.ts'
export { removeOldTraining } from './ai-training-store.ts'
export { trainingCrawlExecutor } from './crawl/crawl-executor.ts'
export { createTrainingCrawls } from './crawl/crawl-service.ts'
export type { TrainingCrawling } from './crawl/read-website.ts'
export { createReadUpload } from './files/read-upload.ts'
export { createLeadTraining, type LeadWords, type ReadLead } from './lead-training.ts'
export { trainingUse } from './training-allowance.ts'
export {
  createTrainingSearch,
  type EmbedderOf,
} from './training-search.ts'

/** Checks every ten minutes for websites whose refresh is due. */
export const trainingRefreshJob = (startDue: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({ name: 'ai-training.refresh', cron: '*/10 * * * *', retries: 0, handle: startDue })
