import type { Every } from '#contract/prospecting/autopilot-schedule.ts'
import type { AutopilotStep } from '#contract/prospecting/autopilot-steps.ts'
import { type Autopilot, EMPTY_RUNS } from '#contract/prospecting/autopilots.ts'
import { browserZone } from '#web/lib/format.ts'

export interface FormValues {
  list_id: number | null
  name: string
  every: Every
  at: string
  weekday: number
  month_day: number
  time_zone: string
  cap: number | ''
  month_cap: number | ''
  only_new: boolean
  empty_limit: number
  steps: AutopilotStep[]
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Initial values of the form. */
export function initialValues(listId: number | null, now = new Date()): FormValues {
  return {
    list_id: listId,
    name: '',
    every: 'day',
    at: '09:00',
    weekday: now.getDay() === 0 ? 7 : now.getDay(),
    month_day: now.getDate(),
    time_zone: browserZone() || 'UTC',
    cap: '',
    month_cap: '',
    only_new: true,
    empty_limit: EMPTY_RUNS,
    steps: [],
  }
}

/** Form values of an existing autopilot. */
export const makeValues = (autopilot: Autopilot): FormValues => ({
  ...initialValues(autopilot.list_id, new Date(autopilot.created_at)),
  name: autopilot.name,
  every: autopilot.every,
  at: autopilot.at,
  time_zone: autopilot.time_zone,
  ...(autopilot.weekday !== null && { weekday: autopilot.weekday }),
  ...(autopilot.month_day !== null && { month_day: autopilot.month_day }),
  cap: autopilot.cap ?? '',
  month_cap: autopilot.month_cap ?? '',
  only_new: autopilot.only_new,
  empty_limit: autopilot.empty_limit,
  steps: autopilot.steps,
})

/** The schedule as the API takes it. */
export const scheduleBody = ({ every, at, weekday, month_day, time_zone }: FormValues) => ({
  every,
  at,
  time_zone,
  weekday: every === 'week' ? weekday : null,
  month_day: every === 'month' ? month_day : null,
})

/** Everything but the list, as the API takes it. */
export const autopilotBody = (values: FormValues) => ({
  ...scheduleBody(values),
  ...(values.name.trim() && { name: values.name }),
  cap: values.cap === '' ? null : values.cap,
  month_cap: values.month_cap === '' ? null : values.month_cap,
  only_new: values.only_new,
  empty_limit: values.empty_limit,
  steps: values.steps,
})

/** The time of an hourly schedule, of which only the minute matters. */
export const atMinute = (minute: number): string => `00:${two(Math.min(59, Math.max(0, Math.trunc(minute))))}`
