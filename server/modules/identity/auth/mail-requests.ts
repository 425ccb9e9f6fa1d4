import { startCode } from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'

export const REQUEST_JOB = 'auth.request'

/** What a request may be about. */
export type RequestPurpose = 'reset_request' | 'resend_request'

/**
 * Stores what someone who is not signed in requested for an email, and leaves the rest to a job. The call does the
 * same work for every email, so its time tells nobody whether the email is known.
 */
export const requestMail = (
  ctx: Context,
  wanted: Parameters<typeof startCode>[1] & { purpose: RequestPurpose },
  holderHash?: string,
) =>
  transaction(ctx.db, async () => {
    const issued = await startCode(ctx, wanted, holderHash)
    await ctx.queue.send(ctx.db, REQUEST_JOB, { id: issued.row.id })
    return issued
  })
