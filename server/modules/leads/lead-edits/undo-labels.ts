import {
  deleteLeadLabels,
  holdLeads,
  insertLeadLabels,
  labelChanges,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Undoing, Undone } from './undo-parts.ts'

/** Added labels are removed, and removed ones added again; deleted leads are skipped. */
export async function undoLabels(db: Db, entry: Undoing): Promise<Undone> {
  const { accountId, listId } = entry
  let count = 0
  let left = 0
  for (const { removed, added, ids: changedLeads } of await labelChanges(db, entry)) {
    const locked = await holdLeads(db, { accountId, listId, ids: changedLeads })
    const ids = locked.map(({ id }) => id)
    for (const labelId of added) await deleteLeadLabels(db, { accountId, labelId }, ids)
    for (const labelId of removed)
      await insertLeadLabels(db, { accountId, labelId, userId: null, byRule: false }, ids)
    count += ids.length
    left += changedLeads.length - ids.length
  }
  return { count, left, lists: [] }
}
