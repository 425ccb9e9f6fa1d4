import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'

/** Checks every five minutes for due refreshes. */
export const corpusRefreshJob = (startDue: () => Promise<void>): JobDefinition<never> =>
  defineJob<Record<string, never>>({
    name: 'corpus.refresh',
    retries: 0,
    concurrency: 1,
    cron: '*/5 * * * *',
    handle: startDue,
  }) as JobDefinition<never>
