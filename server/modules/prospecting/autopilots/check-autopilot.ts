import { fieldErrors, MESSAGES } from '#contract/core/messages.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Every, Schedule } from '#contract/prospecting/autopilot-schedule.ts'
import { type AutopilotStep, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import { NEXT_RUNS } from '#contract/prospecting/autopilots.ts'
import type { ListRow } from '#server/modules/leads/lists/index.ts'
import { AppError, conflict, invalidField, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { NO_SEARCH } from './prepare-search.ts'
import { nextSlots, scheduleFrom } from './slots.ts'

interface ScheduleInput {
  every: Every
  at: string
  weekday?: number | null | undefined
  month_day?: number | null | undefined
  time_zone?: string | undefined
}
export interface AutopilotInput extends ScheduleInput {
  name?: string | undefined
  cap: number | null
  month_cap: number | null
  only_new: boolean
  empty_limit: number
  steps: AutopilotStep[]
}

type AutopilotInputDeps = Pick<AutopilotDeps, 'db' | 'clock' | 'lists' | 'leads' | 'steps'>

export function createAutopilotChecks({ db, clock, lists, leads, steps: works }: AutopilotInputDeps) {
  async function schedule(actor: Actor, input: ScheduleInput): Promise<{ schedule: Schedule; now: Date }> {
    const time_zone = input.time_zone ?? actor.timeZone
    if (!isTimeZone(time_zone) || /^[+-]/.test(time_zone)) throw invalidField('time_zone', MESSAGES.type)
    const now = await clock(db)
    return { schedule: scheduleFrom({ ...input, time_zone }, now), now }
  }

  async function searchedList(actor: Actor, listId: number): Promise<ListRow> {
    const list = await lists.find(actor, listId)
    if (!list.search) throw conflict(NO_SEARCH)
    return list
  }

  /** Steps with their declared options. @throws AppError validation_failed on `steps.N.…`. */
  async function checkSteps(actor: Actor, list: ListRow, steps: AutopilotStep[]): Promise<AutopilotStep[]> {
    const scope = await leads.scopeOf(actor, list.id, list.type as ListTypeId)
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
        if (step.condition) await leads.idsOf(scope, { filters: step.condition, first: 1 })
      })
      const read = options.data as Record<string, unknown>
      await works[step.step].check?.(actor, read).catch((error) => {
        if (!(error instanceof AppError)) throw error
        const field = definition.mainOption ? `.${definition.mainOption}` : ''
        throw invalidField(`steps.${index}.options${field}`, error.message)
      })
      checked.push({ ...step, options: read })
    }
    return checked
  }

  return {
    schedule,
    searchedList,
    checkSteps,

    /** The next slots of an unsaved schedule. */
    async next(actor: Actor, input: ScheduleInput) {
      const { schedule: wanted, now } = await schedule(actor, input)
      const slots = nextSlots(wanted, now, NEXT_RUNS)
      return { time_zone: wanted.time_zone, next_runs: slots.map((slot) => slot.toISOString()) }
    },

    /** A validated list and steps; for a dry run. */
    async prepare(actor: Actor, listId: number, steps: AutopilotStep[]) {
      const list = await searchedList(actor, listId)
      return { list, steps: await checkSteps(actor, list, steps) }
    },
  }
}

export type AutopilotChecks = ReturnType<typeof createAutopilotChecks>
