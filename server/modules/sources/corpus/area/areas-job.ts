import type { Context } from '#server/platform/context.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { startDueAreaRefreshes } from './refresh-areas.ts'

/** Checks every five minutes for due refreshes. */
export const corpusRefreshJob = (ctx: Context) =>
  scheduledJob({
    name: 'corpus.refresh',
    cron: '*/5 * * * *',
    retries: 0,
    handle: () => startDueAreaRefreshes(ctx),
  })
