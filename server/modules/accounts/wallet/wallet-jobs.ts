import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { Wallet } from './wallet-service.ts'

/** Lets credits arrive that a stopped process has left in transit, and posts what has expired. */
export const walletJobs = (wallet: Pick<Wallet, 'finishTransfers' | 'sweep'>): JobDefinition<never>[] => [
  scheduledJob({
    name: 'credit-transfers',
    cron: '* * * * *',
    retries: 3,
    handle: () => wallet.finishTransfers(),
  }),
  scheduledJob({ name: 'credit-expiry', cron: '7 * * * *', retries: 3, handle: () => wallet.sweep() }),
]
