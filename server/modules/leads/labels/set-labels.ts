import type { Db } from '#server/platform/db/db.ts'
import { holdLeads, insertSameChange } from '../edits/bulk-leads.ts'
import type { ChangePlace } from '../edits/write-change.ts'
import { deleteLeadLabels, findLeadLabels, insertLeadLabels } from './labels-store.ts'

interface LabelOrder {
  add: number[]
  remove: number[]
  byRule: boolean
}

/**
 * Puts labels on leads and takes labels off, in the caller's transaction and under an open entry of the history.
 * @returns how many leads have others now.
 */
export async function setLabels(
  db: Db,
  place: ChangePlace,
  wanted: number[],
  { add, remove, byRule }: LabelOrder,
  historyId: number,
): Promise<number> {
  const { accountId, listId, userId } = place
  const leads = (await holdLeads(db, { accountId, listId, ids: wanted })).map(({ id }) => id)
  const rows = await findLeadLabels(db, accountId, [...add, ...remove], leads)
  const has = new Set(rows.map(({ lead_id, label_id }) => `${lead_id} ${label_id}`))
  const parts = new Map<string, { added: number[]; removed: number[]; ids: number[] }>()
  for (const id of leads) {
    const added = add.filter((label) => !has.has(`${id} ${label}`))
    const removed = remove.filter((label) => has.has(`${id} ${label}`))
    if (added.length + removed.length === 0) continue
    const key = `${added} ${removed}`
    const part = parts.get(key) ?? { added, removed, ids: [] }
    part.ids.push(id)
    parts.set(key, part)
  }
  let count = 0
  for (const { added, removed, ids } of parts.values()) {
    for (const labelId of added) await insertLeadLabels(db, { accountId, labelId, userId, byRule }, ids)
    for (const labelId of removed) await deleteLeadLabels(db, { accountId, labelId }, ids)
    await insertSameChange(db, { accountId, historyId }, ids, {
      before: { labels: removed },
      after: { labels: added },
    })
    count += ids.length
  }
  return count
}
