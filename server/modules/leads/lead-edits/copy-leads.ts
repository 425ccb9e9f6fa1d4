import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import {
  type ChangePlace,
  type Counted,
  copyLeadLabels,
  insertCopies,
  insertSameChange,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { movable } from './move-leads.ts'

/**
 * Copies leads into another list, with values, custom fields, sources, status and labels. They refer to the same
 * business or person, so they are free; CRM state, notes and history stay with the original.
 */
export async function insertLeadCopies(
  db: Db,
  { accountId, listId }: Pick<ChangePlace, 'accountId' | 'listId'>,
  ids: number[],
  to: number,
): Promise<Counted & { ids: number[] }> {
  const rows = await insertCopies(db, { accountId, listId, ids }, to)
  const copies = rows.map(({ id }) => id)
  await emitLeads(db, { accountId, listId: to }, 'added', copies)
  await copyLeadLabels(db, { accountId, from: listId, to, ids: copies })
  return { ids: copies, leads: rows.length, emails: rows.filter(({ has }) => has).length }
}

/** Copies leads into a list, as a change that can be undone there; skips those whose business or person it already has. */
export async function copyLeads(
  db: Db,
  place: ChangePlace,
  leadIds: number[],
  to: number,
  historyId: number,
): Promise<Counted> {
  const { ids, ...counted } = await insertLeadCopies(db, place, await movable(db, place, leadIds, to), to)
  await insertSameChange(db, { accountId: place.accountId, historyId }, ids, {
    before: { list_id: to, is_deleted: true },
    after: { list_id: to, is_deleted: false },
  })
  return counted
}
