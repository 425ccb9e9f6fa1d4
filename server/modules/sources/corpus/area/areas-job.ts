import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'

/** Checks every five minutes for due refreshes. */
export const corpusRefreshJob = (startDue: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({ name: 'corpus.refresh', cron: '*/5 * * * *', retries: 0, handle: startDue })
