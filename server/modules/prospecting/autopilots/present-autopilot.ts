import { type Autopilot, type AutopilotRun, NEXT_RUNS } from '#contract/prospecting/autopilots.ts'
import { pick } from '#server/platform/pick.ts'
import type { AutopilotView } from './autopilots-reads.ts'
import { type AutopilotRunRow, readSchedule } from './autopilots-store.ts'
import { nextSlots } from './slots.ts'

export const presentAutopilotRun = (row: AutopilotRunRow): AutopilotRun => ({
  id: row.id,
  slot: row.slot.toISOString(),
  ...pick(row, 'is_manual', 'state', 'search_run_id', 'leads', 'cost', 'matched'),
  steps: row.results,
  message: row.message,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** The next slot, and those after it. */
function listNextRuns(row: AutopilotView): string[] {
  if (!row.next_slot) return []
  const rest = nextSlots(readSchedule(row), row.next_slot, NEXT_RUNS - 1)
  return [row.next_slot, ...rest].map((slot) => slot.toISOString())
}

export const presentAutopilot = (
  row: AutopilotView,
  { last, monthLeads }: { last: AutopilotRunRow | undefined; monthLeads: number },
): Autopilot => ({
  ...pick(
    row,
    'id',
    'name',
    'list_id',
    'list_name',
    'type',
    'every',
    'at',
    'weekday',
    'month_day',
    'time_zone',
    'cap',
    'month_cap',
    'only_new',
    'empty_limit',
    'steps',
    'state',
    'pause_reason',
    'pause_message',
  ),
  paused_at: row.paused_at?.toISOString() ?? null,
  is_exhausted: row.exhausted_at !== null,
  next_runs: listNextRuns(row),
  month_leads: monthLeads,
  last_run: last ? presentAutopilotRun(last) : null,
  created_by: row.creator,
  created_at: row.created_at.toISOString(),
  version: row.version,
  updated_by: row.updater,
  updated_at: row.updated_at.toISOString(),
})
