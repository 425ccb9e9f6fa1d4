import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

/** Looks every five minutes for sources whose refresh is due. */
export const corpusRefreshJob = (startDue: () => Promise<void>): JobDefinition<never> =>
  defineJob<Record<string, never>>({
    name: 'corpus.refresh',
    retries: 0,
    concurrency: 1,
    cron: '*/5 * * * *',
    handle: startDue,
  }) as JobDefinition<never>
