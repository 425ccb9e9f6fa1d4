import type { Context } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/db.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { AT_ONCE, queryVerifier } from './check-address.ts'
import { claimDue, type VerificationRow } from './email-verification-store.ts'
import { getStopSignal } from './stopping.ts'
import { rememberVerification } from './store-answers.ts'

/** Addresses per batch: at 40 seconds each and eight at a time, finished well before the claim ends. */
const BATCH = 100
/** A worker silent for this long has died; its addresses are due again then. */
const CLAIM_MINUTES = 15
/** A job continues until the next one of its kind may start. */
const LONGEST_MS = 50_000

/**
 * Retries addresses with a temporary result. Any number of processes may do so at the same time; a killed one
 * loses nothing.
 */
export async function retryDueAddresses(ctx: Context): Promise<void> {
  const signal = getStopSignal(ctx)
  async function again(row: VerificationRow): Promise<void> {
    try {
      const found = await queryVerifier(ctx, row.address, signal)
      await rememberVerification(ctx, row.account_id, row.address, found, { origin: null })
    } catch (error) {
      if (signal.aborted || isConnectionError(error)) return
      // Its claim expires, and then it is retried; the others are not blocked.
      ctx.log.error({ err: error }, 'an address could not be verified again')
    }
  }

  const startedAt = performance.now()
  while (!signal.aborted && performance.now() - startedAt < LONGEST_MS) {
    const due = await claimDue(ctx.db, BATCH, CLAIM_MINUTES)
    for await (const _group of inParallel(due, AT_ONCE, again));
    if (due.length < BATCH) return
  }
}

/** Every minute: addresses due for a retry. */
export const retryJob = (ctx: Context) =>
  scheduledJob({
    name: 'email-verification.retry',
    cron: '* * * * *',
    retries: 0,
    handle: () => retryDueAddresses(ctx),
  })
