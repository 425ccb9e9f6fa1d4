import {
  EXPIRED_BATCH,
  expireValuesIn,
  findListsWithExpired,
  type ListPlace,
  noteRetentions,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import { forgetExportFiles, removeExportFiles } from './stored-files.ts'

/** Clears one batch of a list; files that contain its values are deleted once the transaction has committed. */
async function expireBatch(ctx: Context, place: ListPlace, now: string): Promise<number> {
  const { done, files } = await transaction(ctx.db, async () => ({
    done: await expireValuesIn(ctx, place, now),
    files: await forgetExportFiles(ctx, [place]),
  }))
  await removeExportFiles(ctx, files)
  return done
}

/** Clears values of leads whose retention has ended; stored files that contain them are deleted too. */
export async function expireLeadValues(ctx: Context, now = ctx.clock.now()): Promise<void> {
  const at = now.toISOString()
  async function expireAll(place: ListPlace): Promise<void> {
    while ((await expireBatch(ctx, place, at)) === EXPIRED_BATCH);
  }
  await runSteps({
    retentions: () => noteRetentions(ctx),
    lists: async () =>
      forEachItem('lists', await findListsWithExpired(ctx.db, at), expireAll, {
        nameItem: ({ listId }) => listId,
      }),
  })
}
