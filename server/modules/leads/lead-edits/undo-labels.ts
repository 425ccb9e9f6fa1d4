import {
  deleteLeadLabels,
  holdLeads,
  insertLeadLabels,
  labelChanges,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Undoing, Undone } from './undo-parts.ts'

/** Labels that a change put on come off, and those that it took off come back; leads that are gone are left. */
export async function undoLabels(db: Db, entry: Undoing): Promise<Undone> {
  const { accountId, listId } = entry
  let count = 0
  let left = 0
  for (const { removed, added, ids: changedLeads } of await labelChanges(db, entry)) {
    const held = await holdLeads(db, { accountId, listId, ids: changedLeads })
    const ids = held.map(({ id }) => id)
    for (const labelId of added) await deleteLeadLabels(db, { accountId, labelId }, ids)
    for (const labelId of removed)
      await insertLeadLabels(db, { accountId, labelId, userId: null, byRule: false }, ids)
    count += ids.length
    left += changedLeads.length - ids.length
  }
  return { count, left, lists: [] }
}
