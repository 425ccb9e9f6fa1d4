import type { Db } from '#server/platform/db/db.ts'
import { publishList } from './find-list.ts'
import { recordHistory } from './history-store.ts'
import { changeCreator, countByCreator } from './lists-store.ts'

/** Entries written by one statement; PostgreSQL takes 65,535 parameters. */
const HISTORY_AT_ONCE = 1000

/** Lists by the people who made them. */
export const createListCreators = (db: Db) => ({
  /** How many lists each user of an account has made, including archived ones and those in the trash; who made none is absent. */
  countByCreator: (accountId: number): Promise<Map<number, number>> => countByCreator(db, accountId),

  /**
   * Gives all lists of one user to another, including archived ones and those in the trash; each list's history says so.
   * @returns how many there were.
   */
  async handOver(accountId: number, from: number, to: number, by: number | null = null): Promise<number> {
    const ids = await changeCreator(db, accountId, from, to)
    for (let at = 0; at < ids.length; at += HISTORY_AT_ONCE)
      await recordHistory(
        db,
        ids.slice(at, at + HISTORY_AT_ONCE).map((listId) => ({
          accountId,
          listId,
          userId: by,
          event: 'list.handed_over',
          detail: { from_id: from, to_id: to },
        })),
      )
    for (const id of ids) await publishList(db, accountId, id)
    return ids.length
  },
})
