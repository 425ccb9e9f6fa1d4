import { sql } from 'kysely'
import type { HistoryEventName } from '#contract/history.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { undoLabels } from '../labels/undo-labels.ts'
import { type Undoing, type Undone, undoArrivals, undoMove, undoStatus, undoValues } from './undo-parts.ts'
import { openChange } from './write-change.ts'

/** Parts of a change, each undone where it still stands. A new part is one function here. */
const PARTS: ((db: Db, entry: Undoing) => Promise<Undone>)[] = [
  undoStatus,
  undoValues,
  undoMove,
  undoArrivals,
  undoLabels,
]

/** Entries of the history that have nothing to undo, or are undone in another way. */
const NOT_UNDONE: readonly HistoryEventName[] = ['leads.deleted', 'leads.restored', 'leads.undone']

async function lockEntry(db: Db, accountId: number, listId: number, historyId: number) {
  const row = await db
    .selectFrom('history')
    .select(['id', 'event', 'undone_at'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '=', historyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || NOT_UNDONE.includes(row.event)) throw notFound('The change')
  if (row.undone_at) throw new AppError('conflict', 'This change has been undone already')
  return row
}

/** One number per list, in the order in which everybody locks lists. */
function perList(undone: Undone[]): { id: number; leads: number; emails: number }[] {
  const sums = new Map<number, { leads: number; emails: number }>()
  for (const { id, leads, emails } of undone.flatMap(({ lists }) => lists)) {
    const sum = sums.get(id) ?? { leads: 0, emails: 0 }
    sums.set(id, { leads: sum.leads + leads, emails: sum.emails + emails })
  }
  return [...sums].map(([id, sum]) => ({ id, ...sum })).sort((one, other) => one.id - other.id)
}

/**
 * Undoes one change of leads in the caller's transaction, and says so in the history.
 * @throws AppError not_found for an entry that changed no leads, conflict for one that was undone.
 */
export async function undoChange(
  db: Db,
  lists: Pick<ListsService, 'addToCounts'>,
  place: { accountId: number; listId: number; userId: number },
  historyId: number,
): Promise<{ count: number; left: number }> {
  requireTransaction(db, 'undo')
  const { accountId, listId } = place
  const { event } = await lockEntry(db, accountId, listId, historyId)
  const undoId = await openChange(db, place, 'leads.undone', { undone: historyId, event })
  const undone: Undone[] = []
  for (const part of PARTS) undone.push(await part(db, { accountId, listId, historyId, undoId }))
  const count = undone.reduce((sum, one) => sum + one.count, 0)
  const left = undone.reduce((sum, one) => sum + one.left, 0)
  if (count + left === 0) throw notFound('The change')
  for (const { id, ...change } of perList(undone)) await lists.addToCounts(accountId, id, change)
  await db
    .updateTable('history')
    .set({ undone_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', historyId)
    .execute()
  await db
    .updateTable('history')
    .set({ detail: JSON.stringify({ undone: historyId, event, count, left }) as never })
    .where('account_id', '=', accountId)
    .where('id', '=', undoId)
    .execute()
  return { count, left }
}
