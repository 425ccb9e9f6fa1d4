import { type CrawlJobsDeps, createCrawlJobs } from './crawl-jobs.ts'
import { createWebsiteRefresh, type WebsiteRefreshDeps } from './refresh-websites.ts'

/** Crawls for the training: starting, following, choosing pages, reading again. */
export const createTrainingCrawls = (deps: CrawlJobsDeps & WebsiteRefreshDeps) => ({
  ...createCrawlJobs(deps),
  ...createWebsiteRefresh(deps),
})

export type TrainingCrawls = ReturnType<typeof createTrainingCrawls>
