import { fieldErrors, MESSAGES } from '#contract/core/messages.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Every, Schedule } from '#contract/prospecting/autopilot-schedule.ts'
import { type AutopilotStep, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import { NEXT_RUNS } from '#contract/prospecting/autopilots.ts'
import { findLeadIds, findLeadScope } from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, conflict, invalidField, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { NO_SEARCH } from './prepare-search.ts'
import { scheduleNow } from './schedule-clock.ts'
import { nextSlots, scheduleFrom } from './slots.ts'
import { STEPS } from './steps.ts'

interface ScheduleInput {
  every: Every
  at: string
  weekday?: number | null
  month_day?: number | null
  time_zone?: string
}
export interface AutopilotInput extends ScheduleInput {
  name?: string
  cap: number | null
  month_cap: number | null
  only_new: boolean
  empty_limit: number
  steps: AutopilotStep[]
}

/** A requested schedule in the actor's time zone by default, and the time. @throws AppError validation_failed. */
export async function readSchedule(
  ctx: Context,
  actor: Actor,
  input: ScheduleInput,
): Promise<{ schedule: Schedule; now: Date }> {
  const time_zone = input.time_zone ?? actor.timeZone
  if (!isTimeZone(time_zone) || /^[+-]/.test(time_zone)) throw invalidField('time_zone', MESSAGES.type)
  const now = await scheduleNow(ctx)
  return { schedule: scheduleFrom({ ...input, time_zone }, now), now }
}

/** A list with a search that can be repeated. @throws AppError not_found, conflict. */
export async function findSearchedList(ctx: Context, actor: Actor, listId: number): Promise<ListRow> {
  const list = await findOwnList(ctx, actor, listId)
  if (!list.search) throw conflict(NO_SEARCH)
  return list
}

/** Steps with their declared options. @throws AppError validation_failed on `steps.N.…`. */
export async function checkSteps(
  ctx: Context,
  actor: Actor,
  list: ListRow,
  steps: AutopilotStep[],
): Promise<AutopilotStep[]> {
  const scope = await findLeadScope(ctx, actor, list.id, list.type as ListTypeId)
  const { actions, name } = LIST_TYPES[list.type as ListTypeId]
  const checked: AutopilotStep[] = []
  for (const [index, step] of steps.entries()) {
    const definition = stepDefinition(step.step)
    if (definition.action && !actions.includes(definition.action))
      throw invalidField(`steps.${index}.step`, `A list of the type "${name}" doesn’t support this`)
    const options = definition.options.safeParse(step.options)
    if (!options.success) {
      const [field, message] = Object.entries(fieldErrors(options.error))[0] as [string, string]
      throw invalidField(`steps.${index}.options${field === '_' ? '' : `.${field}`}`, message)
    }
    await prefixFields(`steps.${index}.condition`, async () => {
      if (step.condition) await findLeadIds(ctx, scope, { filters: step.condition, first: 1 })
    })
    const read = options.data as Record<string, unknown>
    await STEPS[step.step].check?.(ctx, actor, read).catch((error) => {
      if (!(error instanceof AppError)) throw error
      const field = definition.mainOption ? `.${definition.mainOption}` : ''
      throw invalidField(`steps.${index}.options${field}`, error.message)
    })
    checked.push({ ...step, options: read })
  }
  return checked
}

/** The next slots of an unsaved schedule. */
export async function showNextSlots(ctx: Context, actor: Actor, input: ScheduleInput) {
  const { schedule: wanted, now } = await readSchedule(ctx, actor, input)
  const slots = nextSlots(wanted, now, NEXT_RUNS)
  return { time_zone: wanted.time_zone, next_runs: slots.map((slot) => slot.toISOString()) }
}

/** A validated list and steps; for a dry run. */
export async function checkListAndSteps(ctx: Context, actor: Actor, listId: number, steps: AutopilotStep[]) {
  const list = await findSearchedList(ctx, actor, listId)
  return { list, steps: await checkSteps(ctx, actor, list, steps) }
}
