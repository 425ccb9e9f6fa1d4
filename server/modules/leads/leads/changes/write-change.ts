import type { HistoryEventName } from '#contract/leads/history.ts'
import { recordHistory, removeEntry, setCount } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** The list of a change, and its actor. */
export interface ChangePlace {
  accountId: number
  listId: number
  userId: number | null
  runId?: number | null
}

/** Opens a history entry for a change; its id is the undo token. */
export async function openChange(
  db: Db,
  place: ChangePlace,
  event: HistoryEventName,
  detail: Record<string, unknown> = {},
): Promise<number> {
  const [id] = await recordHistory(db, [{ ...place, event, detail }])
  return id as number
}

/** Records how many leads were changed, or deletes the entry when none were. @returns the undo token, or null. */
export async function closeChange(
  db: Db,
  accountId: number,
  historyId: number,
  count: number,
): Promise<number | null> {
  if (count === 0) {
    await removeEntry(db, { accountId, historyId })
    return null
  }
  await setCount(db, { accountId, historyId }, count)
  return historyId
}
