import { type Db, isConnectionError } from '#server/platform/db/db.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import type { AddressCheck } from './check-address.ts'
import { claimDue, type VerificationRow } from './email-verification-store.ts'

/** Addresses per batch: at 40 seconds each and eight at a time, finished well before the claim ends. */
const BATCH = 100
/** A worker silent for this long has died; its addresses are due again then. */
const CLAIM_MINUTES = 15
/** A job continues until the next one of its kind may start. */
const LONGEST_MS = 50_000

interface RetryDeps {
  db: Db
  log: Log
  check: AddressCheck
  /** Addresses checked at the same time. */
  concurrency: number
  /** Aborts when the process stops. */
  signal: AbortSignal
}

/**
 * Retries addresses with a temporary result. Any number of processes may do so at the same time; a killed one
 * loses nothing.
 */
export async function retryDue({ db, log, check, concurrency, signal }: RetryDeps): Promise<void> {
  async function again(row: VerificationRow): Promise<void> {
    try {
      const found = await check.query(row.address, signal)
      await check.remember(row.account_id, row.address, found, { origin: null })
    } catch (error) {
      if (signal.aborted || isConnectionError(error)) return
      // Its claim expires, and then it is retried; the others are not blocked.
      log.error({ err: error }, 'an address could not be verified again')
    }
  }

  const startedAt = performance.now()
  while (!signal.aborted && performance.now() - startedAt < LONGEST_MS) {
    const due = await claimDue(db, BATCH, CLAIM_MINUTES)
    for await (const _group of inParallel(due, concurrency, again));
    if (due.length < BATCH) return
  }
}

/** Every minute: addresses due for a retry. */
export const retryJob = (retry: () => Promise<void>): JobDefinition<never> =>
  scheduledJob({ name: 'email-verification.retry', cron: '* * * * *', retries: 0, handle: retry })
