import { LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SignalChange } from '#contract/leads/signal-changes.ts'
import { type AutopilotStep, findChangeStep, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import type { StepResult } from '#contract/prospecting/autopilots.ts'
import { findRun } from '#server/modules/activity/runs/index.ts'
import {
  findLeadIds,
  findLeadScope,
  type LeadRow,
  type LeadScope,
  listLeadsAddedBy,
  readLeadChunks,
  valueIn,
} from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow, listSignalChanges } from '#server/modules/leads/lists/index.ts'
import { memberActor } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { type AutopilotRunRow, findCheckRun, findLastCheckRun, updateRun } from './autopilots-store.ts'
import { endLocked, type LockedRun, lockWorking, type RunPlace, recordStep } from './locked-run.ts'
import { findCause } from './pause-autopilot.ts'
import { STEPS } from './steps.ts'

const CHUNK = 1000
const NO_ACCESS = 'The person who started it no longer has access to leads'

/** Error codes meaning that there was nothing to do for these leads. */
const isNothingToDo = (error: AppError) =>
  error.code === 'validation_failed' && error.fields?.selection !== undefined

const isInternal = ({ code }: AppError) =>
  code === 'unavailable' || code === 'rate_limited' || code === 'internal'

/** Whether a check found what the summary tells, with or without new leads. */
const hasNews = ({ results }: AutopilotRunRow): boolean =>
  results.some(({ step, state, message }) => step === 'check-websites' && state === 'done' && message)

/** Why a step has nothing to work on. */
const NO_NEW = 'No new leads match its filter'
const NO_CHANGES = 'No signals changed since the last run'

/** Leads whose signals changed since the last run's check, and are still what they changed to. */
async function listChangedLeads(ctx: Context, scope: LeadScope, run: AutopilotRunRow): Promise<number[]> {
  const own = findCheckRun(run.results)
  if (own === null) return []
  const afterRunId = (await findLastCheckRun(ctx.db, run)) ?? own - 1
  const changed = await listSignalChanges(ctx.db, { ...scope, afterRunId })
  const current = new Map<number, LeadRow>()
  const ids = [...new Set(changed.map(({ leadId }) => leadId))]
  for await (const chunk of readLeadChunks(ctx, scope, ids, CHUNK))
    for (const lead of chunk) current.set(lead.id, lead)
  const isStill = (lead: LeadRow | undefined, { signal, to }: SignalChange) =>
    lead !== undefined && valueIn(lead, signal) === to
  const still = changed.filter(({ leadId, changes }) =>
    changes.some((change) => isStill(current.get(leadId), change)),
  )
  return [...new Set(still.map(({ leadId }) => leadId))]
}

/** The leads of a step, and why there may be none. */
async function leadsFor(ctx: Context, actor: Actor, list: ListRow, run: AutopilotRunRow) {
  const step = run.steps[run.step - 1] as AutopilotStep
  const scope = await findLeadScope(ctx, actor, list.id, list.type as ListTypeId)
  const filters = step.condition ?? LeadFilters.parse({})
  if (stepDefinition(step.step).wholeList)
    return { ids: await findLeadIds(ctx, scope, { filters }), none: 'No leads match its filter' }
  const isAfterChange = findChangeStep(run.steps.slice(0, run.step - 1)) !== undefined
  const none = isAfterChange ? NO_CHANGES : NO_NEW
  const own = isAfterChange
    ? await listChangedLeads(ctx, scope, run)
    : await listLeadsAddedBy(ctx, actor.accountId, list.id, run.search_run_id as number)
  if (!step.condition || own.length === 0) return { ids: own, none }
  const passing = new Set(await findLeadIds(ctx, scope, { filters }))
  return { ids: own.filter((id) => passing.has(id)), none }
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
  const { ids: leadIds, none } = await leadsFor(ctx, actor, list, run)
  const nothing = { run_id: null, cost: 0, leads: leadIds.length }
  if (leadIds.length === 0 && !(step.step === 'mail' && hasNews(run)))
    return recordStep(ctx.db, locked, {
      ...nothing,
      state: 'skipped',
      message: none,
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
