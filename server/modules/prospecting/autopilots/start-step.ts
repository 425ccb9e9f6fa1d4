import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type AutopilotStep, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import type { StepResult } from '#contract/prospecting/autopilots.ts'
import type { ListRow } from '#server/modules/leads/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { type AutopilotRunRow, updateRun } from './autopilots-store.ts'
import {
  type EndDeps,
  endLocked,
  type LockedRun,
  lockWorking,
  type RunPlace,
  recordStep,
} from './locked-run.ts'
import { causeOf } from './pause-autopilot.ts'

const NO_ACCESS = 'The person who started it no longer has access to leads'

/** Error codes meaning that there was nothing to do for these leads. */
const isNothingToDo = (error: AppError) =>
  error.code === 'validation_failed' && error.fields?.selection !== undefined

const isInternal = ({ code }: AppError) =>
  code === 'unavailable' || code === 'rate_limited' || code === 'internal'

export function createStepStarter(
  deps: EndDeps & Pick<AutopilotDeps, 'leads' | 'lists' | 'runs' | 'actorOf' | 'steps'>,
) {
  const { db, leads, lists, runs, actorOf, steps } = deps

  async function leadsFor(actor: Actor, list: ListRow, { run_id }: { run_id: number }, step: AutopilotStep) {
    const own = await leads.addedBy(actor.accountId, list.id, run_id)
    if (!step.condition) return own
    const scope = await leads.scopeOf(actor, list.id, list.type as ListTypeId)
    const passing = new Set(await leads.idsOf(scope, { filters: step.condition }))
    return own.filter((id) => passing.has(id))
  }

  async function startStep(locked: LockedRun, actor: Actor, step: AutopilotStep): Promise<boolean> {
    const { autopilot, run } = locked
    const list = await lists.find(actor, autopilot.list_id)
    const leadIds = await leadsFor(actor, list, { run_id: run.search_run_id as number }, step)
    const nothing = { run_id: null, cost: 0, leads: leadIds.length }
    if (leadIds.length === 0)
      return recordStep(db, locked, {
        ...nothing,
        state: 'skipped',
        message: 'No new leads match its filter',
      })
    const options = stepDefinition(step.step).options.parse(step.options) as Record<string, unknown>
    const started = await steps[step.step].start({ actor, autopilot, run, list, leadIds, options })
    if (!started) return recordStep(db, locked, { ...nothing, state: 'done', message: null })
    const working: StepResult = {
      ...nothing,
      step: step.step,
      state: 'working',
      run_id: started.runId,
      message: null,
    }
    await updateRun(db, run, { run_id: started.runId, results: [...run.results, working] })
    return false
  }

  /** Starts the next step, or ends the run. @returns whether there is more to do now. */
  const start = (place: RunPlace): Promise<boolean> =>
    transaction(db, async () => {
      const locked = await lockWorking(db, place)
      if (!locked || locked.run.run_id !== null) return false
      const { run } = locked
      const step = run.steps[run.step - 1]
      if (!step)
        return endLocked(deps, locked, { state: 'finished', message: null, isShort: await wasShort(run) })
      const actor =
        run.started_by === null ? null : await actorOf(run.account_id, run.started_by, run.api_key_id)
      if (!actor || !hasModule(actor, 'leads'))
        return endLocked(deps, locked, {
          state: 'failed',
          message: NO_ACCESS,
          cause: { reason: 'access', message: NO_ACCESS },
        })
      return startStep(locked, actor, step)
    })

  /** Whether the search had to leave out leads for lack of credits. */
  async function wasShort({ account_id, search_run_id }: AutopilotRunRow): Promise<boolean> {
    const search = search_run_id === null ? null : await runs.find(account_id, search_run_id)
    return (search?.counts.unpaid ?? 0) > 0
  }

  /** Records that a step could not start: its own transaction was rolled back. */
  const refuse = (place: RunPlace, at: number, error: AppError): Promise<boolean> =>
    transaction(db, async () => {
      const locked = await lockWorking(db, place)
      if (!locked || locked.run.run_id !== null || locked.run.step !== at) return false
      const result = { run_id: null, leads: 0, cost: 0, message: error.message }
      if (isNothingToDo(error)) return recordStep(db, locked, { ...result, state: 'skipped' })
      await recordStep(db, locked, { ...result, state: 'failed' })
      const { reason } = causeOf(error) ?? { reason: 'step' as const }
      const isOwn = reason === 'credits' || (reason === 'source' && error.code === 'source_failed')
      const cause = { reason: isOwn ? reason : ('step' as const), message: error.message }
      return endLocked(deps, locked, { state: 'failed', message: error.message, cause })
    })

  async function startOrRefuse(place: RunPlace): Promise<boolean> {
    const before = await transaction(db, () => lockWorking(db, place))
    try {
      return await start(place)
    } catch (error) {
      // An internal error is retried with the next poll.
      if (!(error instanceof AppError) || !before || isInternal(error)) throw error
      // Another process does the same work: the step waits.
      if (error.details?.busy === true) return false
      return refuse(place, before.run.step, error)
    }
  }

  return startOrRefuse
}
