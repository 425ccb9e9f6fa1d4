import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'

/** Looks every five minutes for sources whose refresh is due. */
export const corpusRefreshJob = (startDue: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({ name: 'corpus.refresh', cron: '*/5 * * * *', retries: 0, handle: startDue })
