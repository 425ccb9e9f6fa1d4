import type { Run } from '#contract/activity/runs.ts'

const SAMPLE: Run = {
  id: 1,
  kind: 'search',
  state: 'succeeded',
  title: 'Dentists',
  list_id: 4,
  list_type: 'local',
  total: 200,
  done: 200,
  counts: {},
  cost: 0,
  reserved: 0,
  cancel_requested: false,
  file: null,
  error: null,
  created_by: null,
  acted_by: null,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
}

/** A run as the server tells of it, a finished search by default; `usual` is what all runs of a test share. */
export const sampleRun =
  (usual: Partial<Run> = {}) =>
  (extra: Partial<Run>): Run => ({ ...SAMPLE, ...usual, ...extra })
