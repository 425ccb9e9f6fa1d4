import type { Run } from '#contract/activity/runs.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, seenLists } from '#server/platform/http/actor.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { publish } from '#server/platform/live-bus.ts'
import { presentRun } from './present-run.ts'
import { RUN_JOB } from './run-job.ts'
import { countByCreator, creditsOfKey, findRunPage, findRuns, findRunView, latestRuns } from './runs-reads.ts'
import * as store from './runs-store.ts'

// Long work of an account: creating, showing, stopping. The work itself is in run-executor.ts.

/** A run of the account; null also for one that the caller may not see. */
export const findOwnRun = async (ctx: Context, actor: Actor, id: number) =>
  (await findRunView(ctx.db, seenLists(actor), id)) ?? null

/** @throws AppError not_found, also for one that the caller may not see. */
export async function showRun(ctx: Context, actor: Actor, id: number): Promise<Run> {
  const run = await findOwnRun(ctx, actor, id)
  if (!run) throw notFound('The run')
  return presentRun(run)
}

/** A run for work that nobody watches. */
export const findRun = async (ctx: Context, accountId: number, id: number) =>
  (await findRunView(ctx.db, { accountId, listsOf: null }, id)) ?? null

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
  const { rows, total } = await findRunPage(ctx.db, seenLists(actor), {
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
