import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { Wallet } from './wallet-service.ts'

/** Delivers credits left in transit by a stopped process, and posts what has expired. */
export const walletJobs = (wallet: Pick<Wallet, 'finishTransfers' | 'sweep'>): JobDefinition<never>[] => [
  scheduledJob({
    name: 'credit-transfers',
    cron: '* * * * *',
    retries: 3,
    handle: () => wallet.finishTransfers(),
  }),
  scheduledJob({ name: 'credit-expiry', cron: '7 * * * *', retries: 3, handle: () => wallet.sweep() }),
]
