import type { Context } from '#server/platform/context.ts'
import { publishList } from './find-list.ts'
import { addToCounts, type CountChange } from './lists-store.ts'

/**
 * Updates stored lead counts, in the transaction that changes them. Leads are always locked before this is
 * called, to avoid deadlocks.
 */
export async function addToListCounts(
  ctx: Context,
  accountId: number,
  id: number,
  change: CountChange,
): Promise<void> {
  if (change.leads === 0 && change.emails === 0) return
  await addToCounts(ctx.db, accountId, id, change)
  await publishList(ctx.db, accountId, id)
}
