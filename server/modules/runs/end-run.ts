import type { RunKind } from '#contract/run-kinds/index.ts'
import { tellEvent } from '#server/modules/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { EndState } from './run-types.ts'
import { finishRun, type RunRow } from './runs-store.ts'

/** Runs that find out more about leads that are there. */
export const ENRICHMENTS: readonly RunKind[] = ['find_emails', 'get_employees', 'verify', 'waterfall']

/** Ends a run in the caller's transaction, and tells webhooks of it. */
export async function endRun(
  db: Db,
  run: Pick<RunRow, 'account_id' | 'id' | 'kind' | 'list_id'>,
  state: EndState,
  error: { code: string; message: string } | null,
): Promise<void> {
  await finishRun(db, run.account_id, run.id, state, error)
  const about = { listId: run.list_id, data: { run_id: run.id } }
  await tellEvent(db, run.account_id, { type: 'run.finished', ...about })
  if (ENRICHMENTS.includes(run.kind))
    await tellEvent(db, run.account_id, { type: 'enrichment.finished', ...about })
}
