import { defineJob, type JobDefinition } from '#server/platform/queue/queue.ts'
import type { Wallet } from './wallet-service.ts'

/** Delivers credits left in transit by a stopped process, and posts what has expired. */
export const walletJobs = (wallet: Pick<Wallet, 'finishTransfers' | 'sweep'>): JobDefinition<never>[] => [
  defineJob<Record<string, never>>({
    name: 'credit-transfers',
    retries: 3,
    concurrency: 1,
    cron: '* * * * *',
    handle: () => wallet.finishTransfers(),
  }) as JobDefinition<never>,
  defineJob<Record<string, never>>({
    name: 'credit-expiry',
    retries: 3,
    concurrency: 1,
    cron: '7 * * * *',
    handle: () => wallet.sweep(),
  }) as JobDefinition<never>,
]
