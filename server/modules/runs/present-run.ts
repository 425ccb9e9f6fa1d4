import type { Run } from '#contract/runs.ts'
import type { RunView } from './runs-reads.ts'

export const presentRun = (run: RunView): Run => ({
  id: run.id,
  kind: run.kind,
  state: run.state,
  title: run.title,
  list_id: run.list_id,
  list_type: run.list_type,
  total: run.total,
  done: run.done,
  counts: run.counts,
  cost: run.cost,
  reserved: Number(run.reserved),
  cancel_requested: run.cancel_requested_at !== null,
  error: run.error,
  created_by: run.created_by_email,
  created_at: run.created_at.toISOString(),
  started_at: run.started_at?.toISOString() ?? null,
  finished_at: run.finished_at?.toISOString() ?? null,
})
