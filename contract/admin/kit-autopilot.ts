import * as z from 'zod/mini'
import { text } from '../core/common.ts'
import { CRMS } from '../core/crms/index.ts'
import { LeadFilters } from '../leads/leads.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'
import { SearchInput } from '../leads/search-input.ts'
import { ScheduleFields } from '../prospecting/autopilot-schedule.ts'
import {
  AUTOPILOT_STEP_NAMES,
  type AutopilotStepName,
  MAX_STEPS,
  stepDefinition,
} from '../prospecting/autopilot-steps.ts'
import { AutopilotSettings } from '../prospecting/autopilots.ts'
import { ListName } from '../prospecting/searches.ts'

/** A step with its options beside it. */
export interface KitStep {
  step: AutopilotStepName
  condition: z.output<typeof LeadFilters> | null
  /** Name of a label. */
  label?: string
  /** The connection of an account to it. */
  crm?: (typeof CRMS)[number]
  [option: string]: unknown
}

/** The options of a step, with names instead of ids. */
function namedOptions(step: AutopilotStepName) {
  const { shape } = stepDefinition(step).options as z.ZodMiniObject
  const { label_id: label, connection_id: connection, ...options } = shape
  return { ...options, ...(label && { label: text(40) }), ...(connection && { crm: z.enum(CRMS) }) }
}

const steps = AUTOPILOT_STEP_NAMES.map((step) =>
  z.strictObject({
    step: z.literal(step),
    ...namedOptions(step),
    condition: z._default(z.nullable(LeadFilters), null),
  }),
)
const Step = z.discriminatedUnion('step', steps as never) as unknown as z.ZodMiniType<KitStep>

const { cap, month_cap, only_new, empty_limit } = AutopilotSettings

/**
 * An autopilot with the list that it fills: an account without such a list gets one, with no leads yet. Times are in
 * the time zone of the account.
 */
export const KitAutopilot = z
  .strictObject({
    type: z.enum(LIST_TYPE_IDS),
    list: ListName,
    search: SearchInput,
    every: ScheduleFields.every,
    at: ScheduleFields.at,
    weekday: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(7))), null),
    month_day: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(31))), null),
    cap,
    month_cap,
    only_new,
    empty_limit,
    steps: z._default(z.array(Step).check(z.maxLength(MAX_STEPS)), []),
  })
  .check(
    z.refine(({ every, weekday }) => (every === 'week') === (weekday !== null), {
      path: ['weekday'],
      error: 'Write a weekday from 1 (Monday) to 7 if it runs every week, otherwise none',
    }),
    z.refine(({ every, month_day }) => (every === 'month') === (month_day !== null), {
      path: ['month_day'],
      error: 'Write a day from 1 to 31 if it runs every month, otherwise none',
    }),
  )
export type KitAutopilot = z.output<typeof KitAutopilot>
