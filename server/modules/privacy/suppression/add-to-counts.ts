import type { ListChange } from '#server/modules/leads/leads/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Changes the counts of lists whose leads were hidden or restored. */
export async function addToCounts(ctx: Context, changes: readonly ListChange[]): Promise<void> {
  for (const { accountId, listId, leads, emails } of changes)
    await addToListCounts(ctx, accountId, listId, { leads, emails })
}
