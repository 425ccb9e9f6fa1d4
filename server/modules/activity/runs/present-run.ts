import type { Run } from '#contract/activity/runs.ts'
import { pick } from '#server/platform/pick.ts'
import type { RunView } from './runs-reads.ts'

/** The export file that can be downloaded again: not while its list is in the trash. */
const presentFile = ({ file_bytes, file_expires_at, list_deleted_at }: RunView): Run['file'] =>
  file_bytes === null || file_expires_at === null || list_deleted_at !== null
    ? null
    : { bytes: file_bytes, expires_at: file_expires_at.toISOString() }

export const presentRun = (run: RunView): Run => ({
  ...pick(run, 'id', 'kind', 'state', 'title', 'list_id', 'list_type', 'total', 'done', 'counts', 'cost'),
  reserved: Number(run.reserved),
  cancel_requested: run.cancel_requested_at !== null,
  file: presentFile(run),
  error: run.error,
  created_by: run.created_by_email,
  acted_by: run.acted_by_email,
  created_at: run.created_at.toISOString(),
  started_at: run.started_at?.toISOString() ?? null,
  finished_at: run.finished_at?.toISOString() ?? null,
})
