import { FINAL_RUN_STATES, type Run } from '#contract/activity/runs.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import { settleRun } from './end-run.ts'
import { findExecutor } from './executors.ts'
import { showRun } from './runs.ts'
import * as store from './runs-store.ts'

/** An unclaimed run ends here; a running one is notified and ends at its next step. */
async function cancelLocked(ctx: Context, run: store.RunRow): Promise<void> {
  await store.requestCancel(ctx.db, run.account_id, run.id)
  if (run.state === 'queued') {
    await settleRun(ctx, findExecutor(ctx, run.kind), run, { state: 'cancelled' })
  } else {
    await publish(ctx.db, { accountId: run.account_id, kind: 'run_cancel', id: run.id })
    await publish(ctx.db, { accountId: run.account_id, kind: 'run', id: run.id })
  }
}

/** Stops a run of an account, in the caller's transaction. @throws AppError not_found, conflict when it has ended. */
export async function cancelUnfinishedRun(ctx: Context, accountId: number, id: number): Promise<void> {
  const run = await store.lockRun(ctx.db, accountId, id)
  if (!run) throw notFound('The run')
  if ((FINAL_RUN_STATES as readonly string[]).includes(run.state))
    throw conflict(`This run has already ${run.state === 'cancelled' ? 'been stopped' : 'ended'}`)
  await cancelLocked(ctx, run)
}

/** Stops running work on these lists, in the transaction that deletes them. */
export async function cancelRunsOfLists(ctx: Context, accountId: number, listIds: number[]): Promise<void> {
  for (const run of await store.lockUnfinishedOfLists(ctx.db, accountId, listIds))
    await cancelLocked(ctx, run)
}

/** Stops an account's running work, in the transaction that closes it. */
export async function cancelRunsOfAccount(ctx: Context, accountId: number): Promise<void> {
  for (const run of await store.lockUnfinishedOfAccount(ctx.db, accountId)) await cancelLocked(ctx, run)
}

/** Stops a run. Idempotent while it stops. @throws AppError not_found, conflict when it has ended. */
export async function cancelRun(ctx: Context, actor: Actor, id: number): Promise<Run> {
  await showRun(ctx, actor, id)
  await transaction(ctx.db, async () => {
    await cancelUnfinishedRun(ctx, actor.accountId, id)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${id}` })
  })
  return showRun(ctx, actor, id)
}
