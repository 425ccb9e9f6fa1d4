import type { EndState } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { analysePlaces } from './corpus-store.ts'
import type { ImportCounts } from './import-events.ts'
import { endLoad, findEndedLoads, tidyLoad } from './loads-store.ts'

/** New rows that change planner statistics. */
const MANY_ROWS = 5000
const TIDY = 'corpus-tidy'

/**
 * Ends a run's load, in the transaction that ends the run. A failed run's rows are removed; a stopped one keeps
 * them.
 * @returns the run's final counts.
 */
export async function settleLoad(
  ctx: Context,
  run: { id: number; counts: ImportCounts },
  state: EndState,
): Promise<ImportCounts> {
  if (await endLoad(ctx.db, run.id, state)) await ctx.queue.send(ctx.db, TIDY, {})
  if (state === 'failed') return { ...run.counts, imported: 0 }
  if ((run.counts.imported ?? 0) >= MANY_ROWS) await analysePlaces(ctx.db)
  return run.counts
}

/** Settles every ended load. Idempotent. */
export const tidyLoads = async (db: Db): Promise<void> =>
  forEachItem('imports', await findEndedLoads(db), (load) => tidyLoad(db, load), {
    nameItem: ({ run_id }) => run_id,
  })

/** Completes stopped imports, and removes the rows of failed ones. */
export const corpusTidyJob = ({ db }: Context) =>
  scheduledJob({ name: TIDY, cron: '47 * * * *', retries: 5, handle: () => tidyLoads(db) })
