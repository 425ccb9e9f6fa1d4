import type { LeadFilters } from '#contract/leads/leads.ts'
import type { Every } from '#contract/prospecting/autopilot-schedule.ts'
import { type AutopilotStepName, stepDefinition } from '#contract/prospecting/autopilot-steps.ts'
import type { Autopilot, AutopilotRun, PauseReason, StepResult } from '#contract/prospecting/autopilots.ts'
import { formatCount, formatCredits, formatShortIn } from '#web/lib/format.ts'

export const EVERY_LABELS: Record<Every, string> = {
  hour: 'Every hour',
  day: 'Every day',
  week: 'Every week',
  month: 'Every month',
}

/** Monday first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

type Schedule = Pick<Autopilot, 'every' | 'at' | 'weekday' | 'month_day' | 'time_zone'>

/** `Every week on Monday at 09:00`. */
export function scheduleLabel({ every, at, weekday, month_day }: Schedule): string {
  if (every === 'hour') return `Every hour at :${at.slice(3)}`
  if (every === 'week') return `Every ${WEEKDAYS[(weekday ?? 1) - 1]} at ${at}`
  if (every === 'month') return `Day ${month_day ?? 1} of every month at ${at}`
  return `Every day at ${at}`
}

/** Short name of a run in a chart: `Nov 30`, or `9:00 AM` for an hourly autopilot. */
export const shortMoment = (iso: string, { every, time_zone: timeZone }: Schedule): string =>
  formatShortIn(timeZone, iso, every === 'hour' ? 'time' : 'day')

const PAUSE_LABELS: Record<Exclude<PauseReason, 'person'>, string> = {
  empty: 'Paused: nothing new',
  credits: 'Paused: credits',
  source: 'Paused: source failed',
  list: 'Paused: list',
  access: 'Paused: access',
  step: 'Paused: step failed',
}

/** Badge of an autopilot's state. */
export function stateBadge({ state, pause_reason, last_run }: Autopilot): { state: string; label: string } {
  if (last_run?.state === 'working') return { state: 'running', label: 'Running' }
  if (state === 'active') return { state: 'succeeded', label: 'Active' }
  return pause_reason === 'person' || pause_reason === null
    ? { state: 'cancelled', label: 'Paused' }
    : { state: 'error', label: PAUSE_LABELS[pause_reason] }
}

const RUN_LOOKS: Record<AutopilotRun['state'], { state: string; label: string }> = {
  working: { state: 'running', label: 'Running' },
  finished: { state: 'succeeded', label: 'Done' },
  failed: { state: 'failed', label: 'Failed' },
  cancelled: { state: 'cancelled', label: 'Stopped' },
  skipped: { state: 'queued', label: 'Skipped' },
}
/** Badge of a run's state. */
export const runBadge = (run: AutopilotRun) => RUN_LOOKS[run.state]

/** Result of a run: `12 new leads, 19 credits`. */
export function resultLabel({ state, leads, cost, message }: AutopilotRun): string {
  if (message && leads === 0) return message
  if (state === 'finished' && leads === 0) return 'Nothing new'
  const result = `${formatCount(leads, 'new lead')}, ${formatCredits(cost)}`
  return state === 'failed' && message ? `${result}. ${message}` : result
}

const STEP_STATES: Record<StepResult['state'], string> = {
  working: 'running',
  done: 'done',
  skipped: 'left out',
  failed: 'failed',
  cancelled: 'stopped',
}
/** Result of a step: `Find emails: done, 12 leads`. */
export function stepLabel({ step, state, leads, message }: StepResult): string {
  const outcome = `${stepDefinition(step).label}: ${STEP_STATES[state]}`
  if (message) return `${outcome} (${message})`
  return leads > 0 ? `${outcome}, ${formatCount(leads, 'lead')}` : outcome
}

/** Conditions of a step, as filters. */
const CONDITIONS: Record<string, { label: string; filters: Partial<LeadFilters> }> = {
  with_email: { label: 'Only with an email', filters: { withEmail: 1 } },
  without_email: { label: 'Only without an email', filters: { withEmail: 0 } },
  with_phone: {
    label: 'Only with a phone number',
    filters: { custom_search: [{ field: 'phone', operator: 'not empty' }] },
  },
  without_phone: {
    label: 'Only without a phone number',
    filters: { custom_search: [{ field: 'phone', operator: 'empty' }] },
  },
}

const formatCondition = (filters: Partial<LeadFilters>) =>
  ({
    custom_search: [],
    limit: 20,
    page: 1,
    search_type: 'contain',
    sent: 0,
    withEmail: -1,
    view: 'active',
    ...filters,
  }) as LeadFilters

/** Available conditions: simple ones, and the views of the list type. */
export function conditionChoices(
  views: readonly { id: number; name: string; filters: Partial<LeadFilters> }[],
  fields: ReadonlySet<string>,
): { value: string; label: string; filters: LeadFilters | null }[] {
  const simple = Object.entries(CONDITIONS)
    .filter(([name]) => fields.has(name.split('_')[1] as string))
    .map(([value, { label, filters }]) => ({ value, label, filters: formatCondition(filters) }))
  const saved = views.map(({ id, name, filters }) => ({
    value: `view-${id}`,
    label: `Only in the view “${name}”`,
    filters: formatCondition(filters),
  }))
  return [{ value: 'all', label: 'All new leads', filters: null }, ...simple, ...saved]
}

const sortedJson = (filters: LeadFilters | null): string =>
  JSON.stringify(Object.entries(filters ?? {}).sort(([a], [b]) => a.localeCompare(b)))

/** The choice that equals a condition; `own` for one that was made elsewhere. */
export const conditionValue = (
  choices: ReturnType<typeof conditionChoices>,
  condition: LeadFilters | null,
): string => choices.find(({ filters }) => sortedJson(filters) === sortedJson(condition))?.value ?? 'own'

const FRESH: Partial<Record<AutopilotStepName, Record<string, unknown>>> = {
  waterfall: { want: 'email' },
  'ai-text': { prompt: 'first_line', max_credits: null },
}

/** Initial options of a new step. */
export const initialOptions = (step: AutopilotStepName): Record<string, unknown> => FRESH[step] ?? {}
