import { type Autopilot, type AutopilotRun, NEXT_RUNS } from '#contract/prospecting/autopilots.ts'
import type { AutopilotView } from './autopilots-reads.ts'
import { type AutopilotRunRow, scheduleOf } from './autopilots-store.ts'
import { nextSlots } from './slots.ts'

export const presentAutopilotRun = (row: AutopilotRunRow): AutopilotRun => ({
  id: row.id,
  slot: row.slot.toISOString(),
  is_manual: row.is_manual,
  state: row.state,
  search_run_id: row.search_run_id,
  leads: row.leads,
  cost: row.cost,
  matched: row.matched,
  steps: row.results,
  message: row.message,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** The next slot, and those after it. */
function nextRunsOf(row: AutopilotView): string[] {
  if (!row.next_slot) return []
  const rest = nextSlots(scheduleOf(row), row.next_slot, NEXT_RUNS - 1)
  return [row.next_slot, ...rest].map((slot) => slot.toISOString())
}

/** An autopilot for the API. */
export const presentAutopilot = (
  row: AutopilotView,
  { last, monthLeads }: { last: AutopilotRunRow | undefined; monthLeads: number },
): Autopilot => ({
  id: row.id,
  name: row.name,
  list_id: row.list_id,
  list_name: row.list_name,
  type: row.type,
  every: row.every,
  at: row.at,
  weekday: row.weekday,
  month_day: row.month_day,
  time_zone: row.time_zone,
  cap: row.cap,
  month_cap: row.month_cap,
  only_new: row.only_new,
  empty_limit: row.empty_limit,
  steps: row.steps,
  state: row.state,
  pause_reason: row.pause_reason,
  pause_message: row.pause_message,
  paused_at: row.paused_at?.toISOString() ?? null,
  is_exhausted: row.exhausted_at !== null,
  next_runs: nextRunsOf(row),
  month_leads: monthLeads,
  last_run: last ? presentAutopilotRun(last) : null,
  created_by: row.creator,
  created_at: row.created_at.toISOString(),
  version: row.version,
  updated_by: row.updater,
  updated_at: row.updated_at.toISOString(),
})
