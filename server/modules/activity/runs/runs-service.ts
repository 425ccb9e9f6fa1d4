import { FINAL_RUN_STATES, type Run } from '#contract/activity/runs.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { publish } from '#server/platform/live-bus.ts'
import { settleRun } from './end-run.ts'
import { findExecutor } from './executors.ts'
import { presentRun } from './present-run.ts'
import { RUN_JOB } from './run-job.ts'
import { countByCreator, creditsOfKey, findRunPage, findRuns, findRunView, latestRuns } from './runs-reads.ts'
import * as store from './runs-store.ts'

// Long work of an account: creating, showing, stopping. The work itself is in run-executor.ts.

async function showAccountRun(ctx: Context, accountId: number, id: number): Promise<Run> {
  const run = await findRunView(ctx.db, accountId, id)
  if (!run) throw notFound('The run')
  return presentRun(run)
}

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

export const showRun = (ctx: Context, actor: Actor, id: number) => showAccountRun(ctx, actor.accountId, id)

export const findRun = async (ctx: Context, accountId: number, id: number) =>
  (await findRunView(ctx.db, accountId, id)) ?? null

/** Writes a run and its job in the caller's transaction: it exists only if that commits. */
export async function createRun(ctx: Context, run: store.NewRun): Promise<store.RunRow> {
  const row = await store.insertRun(ctx.db, {
    ...run,
    actorUserId: currentCall()?.actor?.acting?.userId ?? null,
  })
  await publish(ctx.db, { accountId: row.account_id, kind: 'run', id: row.id })
  return row
}

/** Sends a created run to the workers. */
export const enqueueRun = (ctx: Context, run: store.RunRow) =>
  ctx.queue.send(ctx.db, RUN_JOB, { accountId: run.account_id, runId: run.id })

export async function listRuns(
  ctx: Context,
  actor: Actor,
  query: { page: number; limit: number; list_id?: number; active: boolean },
) {
  const { rows, total } = await findRunPage(ctx.db, actor.accountId, {
    page: query.page,
    limit: query.limit,
    listId: query.list_id,
    active: query.active,
  })
  return pageReply(rows.map(presentRun), query, total)
}

export async function showRunsById(
  ctx: Context,
  accountId: number,
  ids: number[],
): Promise<Map<number, Run>> {
  if (ids.length === 0) return new Map()
  const views = await findRuns(ctx.db, accountId, ids)
  return new Map(views.map((view) => [view.id, presentRun(view)]))
}

/** Actual and potential cost of an API key's runs today, in the caller's transaction. */
export const sumCreditsOfKey = (
  ctx: Context,
  person: { accountId: number; apiKeyId: number; timeZone: string },
): Promise<number> => creditsOfKey(ctx.db, person)

/** Number of runs by user of an account in the last days, without users who started none. */
export const countRunsByCreator = (
  ctx: Context,
  accountId: number,
  days: number,
): Promise<Map<number, number>> => countByCreator(ctx.db, accountId, days)

export async function showLatestRuns(
  ctx: Context,
  accountId: number,
  listIds: number[],
): Promise<Map<number, Run>> {
  const views = await latestRuns(ctx.db, accountId, listIds)
  return new Map([...views].map(([listId, view]) => [listId, presentRun(view)]))
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

/** Locks a run, before its wallet as each of its own steps does. */
export const lockAccountRun = async (ctx: Context, accountId: number, id: number): Promise<void> =>
  void (await store.lockRun(ctx.db, accountId, id))

/** Adds what was charged for a run after its delivery. */
export async function addCostOfRun(
  ctx: Context,
  accountId: number,
  id: number,
  credits: number,
): Promise<void> {
  await store.addRunCost(ctx.db, accountId, id, credits)
  await publish(ctx.db, { accountId, kind: 'run', id })
}

/** Stops a run. Idempotent while it stops. @throws AppError not_found, conflict when it has ended. */
export async function cancelRun(ctx: Context, actor: Actor, id: number): Promise<Run> {
  await transaction(ctx.db, async () => {
    await cancelUnfinishedRun(ctx, actor.accountId, id)
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${id}` })
  })
  return showAccountRun(ctx, actor.accountId, id)
}
