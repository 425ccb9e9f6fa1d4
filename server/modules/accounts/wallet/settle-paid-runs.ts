import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { runEnding } from '#server/modules/activity/runs/index.ts'
import { settleReservation } from './reservations.ts'

/** Releases what a paid run has not used, in the transaction that ends it. */
export const settlePaidRuns = runEnding.on(async (ctx, { run }) => {
  if (!RUN_DEFINITIONS[run.kind].isPaid) return
  await settleReservation(ctx, { accountId: run.account_id, runId: run.id, userId: run.created_by })
})
