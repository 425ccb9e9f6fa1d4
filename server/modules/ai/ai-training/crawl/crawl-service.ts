import { type CrawlJobsDeps, createCrawlJobs } from './crawl-jobs.ts'
import { createWebsiteRefresh, type WebsiteRefreshDeps } from './refresh-websites.ts'

/** Crawls for the training: start, progress, choosing pages, refresh. */
export const createTrainingCrawls = (deps: CrawlJobsDeps & WebsiteRefreshDeps) => ({
  ...createCrawlJobs(deps),
  ...createWebsiteRefresh(deps),
})

export type TrainingCrawls = ReturnType<typeof createTrainingCrawls>
