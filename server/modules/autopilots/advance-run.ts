import { type AutopilotStep, stepDefinition } from '#contract/autopilot-steps.ts'
import type { StepResult } from '#contract/autopilots.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { ListRow } from '#server/modules/lists/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import {
  type AutopilotRow,
  type AutopilotRunRow,
  lockAutopilot,
  lockRun,
  updateRun,
} from './autopilots-store.ts'
import { type Ending, endRun } from './end-run.ts'
import { causeOf } from './pause-autopilot.ts'

interface Locked {
  autopilot: AutopilotRow
  run: AutopilotRunRow
}
interface Place {
  account_id: number
  autopilot_id: number
  id: number
}

const NO_ACCESS = 'The person who started it may not use leads any more'

/** Codes of a refusal that says there was nothing to do for these leads. */
const isNothingToDo = (error: AppError) =>
  error.code === 'validation_failed' && error.fields?.selection !== undefined

const isOurs = ({ code }: AppError) =>
  code === 'unavailable' || code === 'rate_limited' || code === 'internal'

/** Moves runs of autopilots from their search through their steps. */
export function createAdvance(deps: AutopilotDeps) {
  const { db, leads, lists, runs, actorOf, clock, steps } = deps

  /** The autopilot first, as whoever starts a slot does. Null when the run has ended. */
  async function lock({ account_id, autopilot_id, id }: Place): Promise<Locked | null> {
    const autopilot = await lockAutopilot(db, account_id, autopilot_id)
    const run = await lockRun(db, account_id, id)
    return autopilot && run?.state === 'working' ? { autopilot, run } : null
  }

  async function end(locked: Locked, ending: Ending): Promise<false> {
    await endRun(deps, locked.autopilot, locked.run, ending, await clock(db))
    return false
  }

  /** Notes what became of the step at hand and goes to the next one. */
  async function note({ run }: Locked, result: Omit<StepResult, 'step'> | null): Promise<true> {
    const step = run.steps[run.step - 1]?.step
    await updateRun(db, run, {
      ...{ step: run.step + 1, run_id: null },
      ...(result && step && { results: [...run.results.filter(isOver), { step, ...result }] }),
    })
    return true
  }

  /** Takes in what a run that has ended made of its step. @returns whether there is more to do now. */
  const settle = (place: Place): Promise<boolean> =>
    transaction(db, async () => {
      const locked = await lock(place)
      if (!locked) return false
      const { run } = locked
      if (run.run_id === null) return true
      const work = await runs.find(run.account_id, run.run_id)
      if (work && !work.finished_at) return false
      const cost = run.cost + (work?.cost ?? 0)
      if (run.step > 0) {
        locked.run = await updateRun(db, run, { cost })
        const state =
          work?.state === 'succeeded' ? 'done' : work?.state === 'cancelled' ? 'cancelled' : 'failed'
        const message = work?.error?.message ?? null
        const known = run.results.find((one) => !isOver(one))
        await note(locked, {
          state,
          run_id: run.run_id,
          leads: known?.leads ?? 0,
          cost: work?.cost ?? 0,
          message,
        })
        if (state !== 'failed') return true
        return end(locked, { state: 'failed', message, cause: work?.error ? causeOf(work.error) : null })
      }
      const { delivered = 0, matched = 0, unpaid = 0 } = work?.counts ?? {}
      locked.run = await updateRun(db, run, { cost, leads: delivered, matched })
      if (work?.state === 'cancelled')
        return end(locked, { state: 'cancelled', message: 'The search was stopped' })
      if (work?.state !== 'succeeded') {
        const error = work?.error ?? { code: 'conflict', message: 'The search was lost' }
        return end(locked, { state: 'failed', message: error.message, cause: causeOf(error) })
      }
      if (delivered === 0) return end(locked, { state: 'finished', message: null, isShort: unpaid > 0 })
      return note(locked, null)
    })

  /** The leads that a step is about. */
  async function leadsFor(actor: Actor, list: ListRow, { run_id }: { run_id: number }, step: AutopilotStep) {
    const own = await leads.addedBy(actor.accountId, list.id, run_id)
    if (!step.condition) return own
    const scope = await leads.scopeOf(actor, list.id, list.type as ListTypeId)
    const passing = new Set(await leads.idsOf(scope, { filters: step.condition }))
    return own.filter((id) => passing.has(id))
  }

  async function beginStep(locked: Locked, actor: Actor, step: AutopilotStep): Promise<boolean> {
    const { autopilot, run } = locked
    const list = await lists.find(actor, autopilot.list_id)
    const leadIds = await leadsFor(actor, list, { run_id: run.search_run_id as number }, step)
    const nothing = { run_id: null, cost: 0, leads: leadIds.length }
    if (leadIds.length === 0)
      return note(locked, { ...nothing, state: 'skipped', message: 'No new lead meets its condition' })
    const options = stepDefinition(step.step).options.parse(step.options) as Record<string, unknown>
    const started = await steps[step.step].start({ actor, autopilot, run, list, leadIds, options })
    if (!started) return note(locked, { ...nothing, state: 'done', message: null })
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
  const begin = (place: Place): Promise<boolean> =>
    transaction(db, async () => {
      const locked = await lock(place)
      if (!locked || locked.run.run_id !== null) return false
      const { run } = locked
      const step = run.steps[run.step - 1]
      if (!step) return end(locked, { state: 'finished', message: null, isShort: await wasShort(run) })
      const actor = run.started_by === null ? null : await actorOf(run.account_id, run.started_by)
      if (!actor?.modules.includes('leads'))
        return end(locked, {
          state: 'failed',
          message: NO_ACCESS,
          cause: { reason: 'access', message: NO_ACCESS },
        })
      return beginStep(locked, actor, step)
    })

  /** Whether the search had to leave leads out for want of credits. */
  async function wasShort({ account_id, search_run_id }: AutopilotRunRow): Promise<boolean> {
    const search = search_run_id === null ? null : await runs.find(account_id, search_run_id)
    return (search?.counts.unpaid ?? 0) > 0
  }

  /** Notes that a step was refused: nothing of its transaction stands. */
  const refuse = (place: Place, at: number, error: AppError): Promise<boolean> =>
    transaction(db, async () => {
      const locked = await lock(place)
      if (!locked || locked.run.run_id !== null || locked.run.step !== at) return false
      const result = { run_id: null, leads: 0, cost: 0, message: error.message }
      if (isNothingToDo(error)) return note(locked, { ...result, state: 'skipped' })
      await note(locked, { ...result, state: 'failed' })
      const { reason } = causeOf(error) ?? { reason: 'step' as const }
      const isOwn = reason === 'credits' || (reason === 'source' && error.code === 'source_failed')
      const cause = { reason: isOwn ? reason : ('step' as const), message: error.message }
      return end(locked, { state: 'failed', message: error.message, cause })
    })

  async function beginOrRefuse(place: Place): Promise<boolean> {
    const before = await transaction(db, () => lock(place))
    try {
      return await begin(place)
    } catch (error) {
      // A fault of ours is tried again the next time.
      if (!(error instanceof AppError) || !before || isOurs(error)) throw error
      // Somebody else is at the same work: the step waits.
      if (error.details?.busy === true) return false
      return refuse(place, before.run.step, error)
    }
  }

  /** Moves a run on as far as it goes without waiting. Each step of it is one transaction, so a crash repeats nothing. */
  return async function advance(place: Place): Promise<void> {
    const moved = await settle(place)
    for (let more = moved; more; ) more = await beginOrRefuse(place)
    await transaction(db, () =>
      publish(db, { accountId: place.account_id, kind: 'autopilot', id: place.autopilot_id }),
    )
  }
}

const isOver = ({ state }: StepResult): boolean => state !== 'working'
