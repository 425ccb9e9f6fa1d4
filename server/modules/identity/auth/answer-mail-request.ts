import {
  findPendingCode,
  type OneTimeCodeRow,
  redeemCode,
} from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { REQUEST_JOB, type RequestPurpose } from './mail-requests.ts'
import { answerPasswordReset } from './password-reset.ts'
import { answerAnotherCode } from './resend-code.ts'

const ANSWERS: Record<RequestPurpose, (ctx: Context, row: OneTimeCodeRow) => Promise<void>> = {
  reset_request: answerPasswordReset,
  resend_request: answerAnotherCode,
}

/** Answers a stored request once, also when the job runs again. */
const answerMailRequest = (ctx: Context, id: number): Promise<void> =>
  transaction(ctx.db, async () => {
    const row = await findPendingCode(ctx, id)
    if (!row) return
    await redeemCode(ctx, row)
    await ANSWERS[row.purpose as RequestPurpose](ctx, row)
  })

export const mailRequestJob = (ctx: Context) =>
  defineJob<{ id: number }>({
    name: REQUEST_JOB,
    retries: 8,
    concurrency: 2,
    handle: ({ id }) => answerMailRequest(ctx, id),
  })
