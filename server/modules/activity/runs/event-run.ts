import type { Context } from '#server/platform/context.ts'
import { pick } from '#server/platform/pick.ts'
import { presentRun } from './present-run.ts'
import { findRun } from './runs.ts'

/** A run as in events sent to webhooks. */
export async function findEventRun(ctx: Context, accountId: number, id: number) {
  const run = await findRun(ctx, accountId, id)
  return (
    run &&
    pick(
      presentRun(run),
      'id',
      'kind',
      'state',
      'title',
      'total',
      'done',
      'counts',
      'cost',
      'error',
      'finished_at',
    )
  )
}
