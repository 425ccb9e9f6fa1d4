import type { HistoryEventName } from '#contract/leads/history.ts'
import { recordHistory, removeEntry, setCount } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Where a change of leads happens, and by whom. */
export interface ChangePlace {
  accountId: number
  listId: number
  userId: number | null
  runId?: number | null
}

/** Opens the entry of the history that a change is written under; its id is the undo token. */
export async function openChange(
  db: Db,
  place: ChangePlace,
  event: HistoryEventName,
  detail: Record<string, unknown> = {},
): Promise<number> {
  const [id] = await recordHistory(db, [{ ...place, event, detail }])
  return id as number
}

/** Writes how many leads a change has changed; an entry that changed none is taken back. @returns the token, or null. */
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
