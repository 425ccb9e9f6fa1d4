import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { holdLeads } from '../edits/bulk-leads.ts'
import type { Undoing, Undone } from '../edits/undo-parts.ts'
import { deleteLeadLabels, insertLeadLabels } from './labels-store.ts'

/** Labels that a change put on come off, and those that it took off come back; leads that are gone are left. */
export async function undoLabels(db: Db, entry: Undoing): Promise<Undone> {
  const { accountId, historyId, listId } = entry
  const { rows } = await sql<{ removed: number[]; added: number[]; ids: number[] }>`
    select before -> 'labels' as removed, after -> 'labels' as added, array_agg(lead_id order by lead_id) as ids
    from lead_change where account_id = ${accountId} and history_id = ${historyId} and after ? 'labels'
    group by 1, 2`.execute(db)
  let count = 0
  let left = 0
  for (const { removed, added, ids: told } of rows) {
    const held = await holdLeads(db, { accountId, listId, ids: told.map(Number) })
    const ids = held.map(({ id }) => id)
    for (const labelId of added) await deleteLeadLabels(db, { accountId, labelId }, ids)
    for (const labelId of removed)
      await insertLeadLabels(db, { accountId, labelId, userId: null, byRule: false }, ids)
    count += ids.length
    left += told.length - ids.length
  }
  return { count, left, lists: [] }
}
