import type { EndState } from '#server/modules/activity/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Queue, scheduledJob } from '#server/platform/queue/queue.ts'
import { analysePlaces } from './corpus-store.ts'
import type { ImportCounts } from './import-events.ts'
import { endLoad, tidyLoads } from './loads-store.ts'

/** New rows that change what a search has to expect. */
const MANY_ROWS = 5000
const TIDY = 'corpus-tidy'

/**
 * Ends the load of a run, in the transaction that ends the run. What a failed run has brought is taken away; one that
 * was stopped keeps it.
 * @returns the run's counts as they are in the end.
 */
export async function settleLoad(
  { db, queue }: { db: Db; queue: Pick<Queue, 'send'> },
  run: { id: number; counts: ImportCounts },
  state: EndState,
): Promise<ImportCounts> {
  if (await endLoad(db, run.id, state)) await queue.send(db, TIDY, {})
  if (state === 'failed') return { ...run.counts, imported: 0 }
  if ((run.counts.imported ?? 0) >= MANY_ROWS) await analysePlaces(db)
  return run.counts
}

/** Finishes what stopped imports have left, and takes away what failed ones have brought. */
export const corpusTidyJob = (db: Db) =>
  scheduledJob({ name: TIDY, cron: '47 * * * *', retries: 5, handle: () => tidyLoads(db) })
