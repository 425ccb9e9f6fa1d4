import type { Context } from '#server/platform/context.ts'
import { publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import { changeCreator, countByCreator } from './lists-store.ts'

/** Entries per statement; PostgreSQL allows 65,535 parameters. */
const HISTORY_AT_ONCE = 1000

/**
 * Number of lists created by each user of an account, including archived and deleted ones; users who created
 * none are omitted.
 */
export const countListsByCreator = (ctx: Context, accountId: number): Promise<Map<number, number>> =>
  countByCreator(ctx.db, accountId)

/**
 * Hands all of a user's lists over to another user, including archived and deleted ones, with an entry in each
 * list's history.
 * @returns how many there were.
 */
export async function handOverLists(
  ctx: Context,
  accountId: number,
  { from, to, by = null }: { from: number; to: number; by?: number | null },
): Promise<number> {
  const ids = await changeCreator(ctx.db, accountId, from, to)
  for (let at = 0; at < ids.length; at += HISTORY_AT_ONCE)
    await recordHistory(
      ctx.db,
      ids.slice(at, at + HISTORY_AT_ONCE).map((listId) => ({
        accountId,
        listId,
        userId: by,
        event: 'list.handed_over',
        detail: { from_id: from, to_id: to },
      })),
    )
  for (const id of ids) await publishList(ctx.db, accountId, id)
  return ids.length
}
