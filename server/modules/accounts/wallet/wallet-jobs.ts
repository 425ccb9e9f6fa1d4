import type { Context } from '#server/platform/context.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { sweepExpiredCredits } from './credits.ts'
import { finishTransfers } from './transfers.ts'

/** Delivers credits left in transit by a stopped process, and posts what has expired. */
export const walletJobs = (ctx: Context): JobDefinition<never>[] => [
  scheduledJob({
    name: 'credit-transfers',
    cron: '* * * * *',
    retries: 3,
    handle: () => finishTransfers(ctx),
  }),
  scheduledJob({
    name: 'credit-expiry',
    cron: '7 * * * *',
    retries: 3,
    handle: () => sweepExpiredCredits(ctx),
  }),
]
