import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type AutopilotStep, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import type { StepResult } from '#contract/prospecting/autopilots.ts'
import { findRun } from '#server/modules/activity/runs/index.ts'
import { findLeadIds, findLeadScope, listLeadsAddedBy } from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { memberActor } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { type AutopilotRunRow, updateRun } from './autopilots-store.ts'
import { endLocked, type LockedRun, lockWorking, type RunPlace, recordStep } from './locked-run.ts'
import { findCause } from './pause-autopilot.ts'
import { STEPS } from './steps.ts'

const NO_ACCESS = 'The person who started it no longer has access to leads'

/** Error codes meaning that there was nothing to do for these leads. */
const isNothingToDo = (error: AppError) =>
  error.code === 'validation_failed' && error.fields?.selection !== undefined

const isInternal = ({ code }: AppError) =>
  code === 'unavailable' || code === 'rate_limited' || code === 'internal'

async function leadsFor(
  ctx: Context,
  actor: Actor,
  list: ListRow,
  { run_id }: { run_id: number },
  step: AutopilotStep,
) {
  const own = await listLeadsAddedBy(ctx, actor.accountId, list.id, run_id)
  if (!step.condition) return own
  const scope = await findLeadScope(ctx, actor, list.id, list.type as ListTypeId)
  const passing = new Set(await findLeadIds(ctx, scope, { filters: step.condition }))
  return own.filter((id) => passing.has(id))
}

/** Starts a step's work for the new leads that match its filter, in the transaction that records it. */
async function startWork(
  ctx: Context,
  locked: LockedRun,
  actor: Actor,
  step: AutopilotStep,
): Promise<boolean> {
  const { autopilot, run } = locked
  const list = await findOwnList(ctx, actor, autopilot.list_id)
  const leadIds = await leadsFor(ctx, actor, list, { run_id: run.search_run_id as number }, step)
  const nothing = { run_id: null, cost: 0, leads: leadIds.length }
  if (leadIds.length === 0)
    return recordStep(ctx.db, locked, {
      ...nothing,
      state: 'skipped',
      message: 'No new leads match its filter',
    })
  const options = stepDefinition(step.step).options.parse(step.options) as Record<string, unknown>
  const started = await STEPS[step.step].start(ctx, { actor, autopilot, run, list, leadIds, options })
  if (!started) return recordStep(ctx.db, locked, { ...nothing, state: 'done', message: null })
  const working: StepResult = {
    ...nothing,
    step: step.step,
    state: 'working',
    run_id: started.runId,
    message: null,
  }
  await updateRun(ctx.db, run, { run_id: started.runId, results: [...run.results, working] })
  return false
}

const startNext = (ctx: Context, place: RunPlace): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const locked = await lockWorking(ctx.db, place)
    if (!locked || locked.run.run_id !== null) return false
    const { run } = locked
    const step = run.steps[run.step - 1]
    if (!step)
      return endLocked(ctx, locked, { state: 'finished', message: null, isShort: await wasShort(ctx, run) })
    const { account_id: accountId, started_by: userId, api_key_id: apiKeyId } = run
    const actor = userId === null ? null : await memberActor.ask(ctx, { accountId, userId, apiKeyId })
    if (!actor || !hasModule(actor, 'leads'))
      return endLocked(ctx, locked, {
        state: 'failed',
        message: NO_ACCESS,
        cause: { reason: 'access', message: NO_ACCESS },
      })
    return startWork(ctx, locked, actor, step)
  })

/** Whether the search had to leave out leads for lack of credits. */
async function wasShort(ctx: Context, { account_id, search_run_id }: AutopilotRunRow): Promise<boolean> {
  const search = search_run_id === null ? null : await findRun(ctx, account_id, search_run_id)
  return (search?.counts.unpaid ?? 0) > 0
}

/** Records that a step could not start: its own transaction was rolled back. */
const refuseStep = (ctx: Context, place: RunPlace, at: number, error: AppError): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const locked = await lockWorking(ctx.db, place)
    if (!locked || locked.run.run_id !== null || locked.run.step !== at) return false
    const result = { run_id: null, leads: 0, cost: 0, message: error.message }
    if (isNothingToDo(error)) return recordStep(ctx.db, locked, { ...result, state: 'skipped' })
    await recordStep(ctx.db, locked, { ...result, state: 'failed' })
    const { reason } = findCause(error) ?? { reason: 'step' as const }
    const isOwn = reason === 'credits' || (reason === 'source' && error.code === 'source_failed')
    const cause = { reason: isOwn ? reason : ('step' as const), message: error.message }
    return endLocked(ctx, locked, { state: 'failed', message: error.message, cause })
  })

/** Starts an autopilot run's next step, or ends the run. @returns whether there is more to do now. */
export async function startStep(ctx: Context, place: RunPlace): Promise<boolean> {
  const before = await transaction(ctx.db, () => lockWorking(ctx.db, place))
  try {
    return await startNext(ctx, place)
  } catch (error) {
    // An internal error is retried with the next poll.
    if (!(error instanceof AppError) || !before || isInternal(error)) throw error
    // Another process does the same work: the step waits.
    if (error.details?.busy === true) return false
    return refuseStep(ctx, place, before.run.step, error)
  }
}
