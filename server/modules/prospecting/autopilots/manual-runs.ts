import type { AutopilotRun } from '#contract/prospecting/autopilots.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { auditAutopilot, runsAs } from './autopilot-edits.ts'
import * as store from './autopilots-store.ts'
import { NothingToDo, prepareSearch, type ReadySearch, startSearch } from './prepare-search.ts'
import { presentAutopilotRun } from './present-autopilot.ts'

type SearchDeps = Pick<AutopilotDeps, 'db' | 'lists' | 'searches' | 'clock'>

/** Queries what a manual run needs. @throws AppError like a manual search. */
async function prepareNow(
  deps: SearchDeps,
  actor: Actor,
  autopilot: store.AutopilotRow,
  signal: AbortSignal,
): Promise<ReadySearch> {
  try {
    return await prepareSearch(deps, actor, autopilot, await deps.clock(deps.db), signal)
  } catch (error) {
    throw error instanceof NothingToDo ? conflict(error.message) : error
  }
}

/** Starts a manual run, outside of the schedule. @throws AppError conflict while one is running. */
const startNow = (
  deps: SearchDeps,
  ready: ReadySearch,
  autopilot: store.AutopilotRow,
): Promise<store.AutopilotRunRow> =>
  transaction(deps.db, async () => {
    const { account_id, id } = autopilot
    const row = await store.lockAutopilot(deps.db, account_id, id)
    if (!row || row.deleted_at) throw new AppError('not_found', 'The autopilot was not found')
    if (await store.isWorking(deps.db, account_id, id)) throw conflict('This autopilot is already running')
    const now = await deps.clock(deps.db)
    const { created_by: startedBy, api_key_id: apiKeyId } = runsAs(ready.actor)
    const run = await store.insertRun(deps.db, {
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
    return startSearch(deps, run, ready)
  })

export const createManualRuns = (deps: SearchDeps) => ({
  /** Queries the source of a manual run. @throws AppError like a manual search. */
  async requestNow(
    actor: Actor,
    id: number,
    signal: AbortSignal,
  ): Promise<{ autopilot: store.AutopilotRow; ready: ReadySearch }> {
    const autopilot = await store.findAutopilot(deps.db, actor.accountId, id)
    if (!autopilot || autopilot.deleted_at) throw notFound('The autopilot')
    return { autopilot, ready: await prepareNow(deps, actor, autopilot, signal) }
  },

  /** Starts a run now. @throws AppError conflict while one is running, insufficient_credits. */
  runNow: (lookedUp: { autopilot: store.AutopilotRow; ready: ReadySearch }): Promise<AutopilotRun> =>
    transaction(deps.db, async () => {
      const run = await startNow(deps, lookedUp.ready, lookedUp.autopilot)
      auditAutopilot(deps.db, lookedUp.autopilot, { run: run.id })
      return presentAutopilotRun(run)
    }),
})
