import type { HistoryEventName } from '#contract/leads/history.ts'
import { findParts, openChange } from '#server/modules/leads/leads/index.ts'
import { addToListCounts, lockEntry, setDetail, setUndone } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { undoLabels } from './undo-labels.ts'
import {
  type Undoing,
  type Undone,
  undoArrivals,
  undoDeletion,
  undoMove,
  undoStatus,
  undoValues,
} from './undo-parts.ts'

/**
 * The parts of a change, with the key they are recorded under. Each is undone where nothing has changed since. A
 * new part is one entry here.
 */
const PARTS: {
  part: keyof Awaited<ReturnType<typeof findParts>> | null
  undo: (db: Db, entry: Undoing) => Promise<Undone>
}[] = [
  { part: 'values', undo: undoStatus },
  { part: 'values', undo: undoValues },
  { part: 'list_id', undo: undoMove },
  { part: 'is_deleted', undo: undoArrivals },
  { part: 'labels', undo: undoLabels },
  // Recorded with the leads alone. Last: it deletes what earlier parts have taken out of the trash.
  { part: null, undo: undoDeletion },
]

/** History entries without anything to undo. */
const NOT_UNDONE: readonly HistoryEventName[] = ['leads.restored', 'leads.undone']

async function undoable(db: Db, accountId: number, listId: number, historyId: number) {
  const row = await lockEntry(db, { accountId, listId, historyId })
  if (!row || NOT_UNDONE.includes(row.event)) throw notFound('The change')
  if (row.undone_at) throw conflict('This change was already undone')
  return row
}

/** The sums per list, in the order in which lists are locked everywhere. */
function perList(undone: Undone[]): { id: number; leads: number; emails: number }[] {
  const sums = new Map<number, { leads: number; emails: number }>()
  for (const { id, leads, emails } of undone.flatMap(({ lists }) => lists)) {
    const sum = sums.get(id) ?? { leads: 0, emails: 0 }
    sums.set(id, { leads: sum.leads + leads, emails: sum.emails + emails })
  }
  return [...sums].map(([id, sum]) => ({ id, ...sum })).sort((a, b) => a.id - b.id)
}

/**
 * Undoes one change of leads in the caller's transaction, and records it in the history.
 * @throws AppError not_found for an entry that changed no leads, conflict for one already undone.
 */
export async function undoChange(
  ctx: Context,
  place: { accountId: number; listId: number; userId: number },
  historyId: number,
): Promise<{ count: number; left: number }> {
  requireTransaction(ctx.db, 'undo')
  const { accountId, listId } = place
  const { event } = await undoable(ctx.db, accountId, listId, historyId)
  const undoId = await openChange(ctx.db, place, 'leads.undone', { undone: historyId, event })
  const undone: Undone[] = []
  const recorded = await findParts(ctx.db, { accountId, historyId })
  for (const { part, undo } of PARTS)
    if (part === null || recorded[part])
      undone.push(await undo(ctx.db, { accountId, listId, historyId, undoId }))
  const count = undone.reduce((sum, change) => sum + change.count, 0)
  const left = undone.reduce((sum, change) => sum + change.left, 0)
  if (count + left === 0) throw notFound('The change')
  for (const { id, ...change } of perList(undone)) await addToListCounts(ctx, accountId, id, change)
  await setUndone(ctx.db, { accountId, historyId })
  await setDetail(ctx.db, { accountId, historyId: undoId }, { undone: historyId, event, count, left })
  return { count, left }
}
