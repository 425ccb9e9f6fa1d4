import type { AutopilotRun } from '#contract/prospecting/autopilots.ts'
import { seesLists } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { auditAutopilot, runsAs } from './autopilot-edits.ts'
import * as store from './autopilots-store.ts'
import { NothingToDo, prepareSearch, type ReadySearch, startSearch } from './prepare-search.ts'
import { presentAutopilotRun } from './present-autopilot.ts'
import { scheduleNow } from './schedule-clock.ts'

/** Queries what a manual run needs. @throws AppError like a manual search. */
async function prepareNow(
  ctx: Context,
  actor: Actor,
  autopilot: store.AutopilotRow,
  signal: AbortSignal,
): Promise<ReadySearch> {
  try {
    return await prepareSearch(ctx, actor, autopilot, await scheduleNow(ctx), signal)
  } catch (error) {
    throw error instanceof NothingToDo ? conflict(error.message) : error
  }
}

/** Starts a manual run, outside of the schedule. @throws AppError conflict while one is running. */
const startNow = (
  ctx: Context,
  ready: ReadySearch,
  autopilot: store.AutopilotRow,
): Promise<store.AutopilotRunRow> =>
  transaction(ctx.db, async () => {
    const { account_id, id } = autopilot
    const row = await store.lockAutopilot(ctx.db, account_id, id)
    if (!row || row.deleted_at) throw new AppError('not_found', 'The autopilot was not found')
    if (await store.isWorking(ctx.db, account_id, id)) throw conflict('This autopilot is already running')
    const now = await scheduleNow(ctx)
    const { created_by: startedBy, api_key_id: apiKeyId } = runsAs(ready.actor)
    const run = await store.insertRun(ctx.db, {
      account_id,
      autopilot_id: id,
      slot: now,
      is_manual: true,
      state: 'working',
      steps: row.steps,
      started_by: startedBy,
      api_key_id: apiKeyId,
      started_at: now,
    })
    if (!run) throw conflict('This autopilot was just started')
    return startSearch(ctx, run, ready)
  })

/** Queries the source of a manual run. @throws AppError like a manual search. */
export async function requestAutopilotRun(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<{ autopilot: store.AutopilotRow; ready: ReadySearch }> {
  const autopilot = await store.findAutopilot(ctx.db, actor.accountId, id)
  if (!autopilot || autopilot.deleted_at || !(await seesLists(ctx.db, actor, [autopilot.list_id])))
    throw notFound('The autopilot')
  return { autopilot, ready: await prepareNow(ctx, actor, autopilot, signal) }
}

/** Starts a run now. @throws AppError conflict while one is running, insufficient_credits. */
export const runAutopilotNow = (
  ctx: Context,
  lookedUp: { autopilot: store.AutopilotRow; ready: ReadySearch },
): Promise<AutopilotRun> =>
  transaction(ctx.db, async () => {
    const run = await startNow(ctx, lookedUp.ready, lookedUp.autopilot)
    auditAutopilot(ctx.db, lookedUp.autopilot, { run: run.id })
    return presentAutopilotRun(run)
  })
