import { sql } from 'kysely'
import { emitLeads, emitWins } from '#server/modules/activity/webhooks/index.ts'
import {
  binnedBy,
  CHANGE_CHUNK,
  changedIds,
  hasEmail,
  holdLeads,
  type LeadChange,
  type LeadRow,
  lockLeads,
  notIn,
  readValues,
  setValue,
  statusChanges,
  updateLeads,
  valueIn,
  writeLeads,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** The history entry being undone, and the entry of the undo. */
export interface Undoing {
  accountId: number
  listId: number
  historyId: number
  undoId: number
}

/** The result of undoing a part: restored leads, skipped ones, and changes of the lists' numbers. */
export interface Undone {
  count: number
  left: number
  lists: { id: number; leads: number; emails: number }[]
}

/** The lead's previous state, where every changed value is unchanged since; null otherwise. */
function restored(lead: LeadRow, { before, after }: LeadChange): LeadRow | null {
  const values = Object.entries(after.values ?? {})
  if (values.some(([name, value]) => valueIn(lead, name) !== value)) return null
  const next = { ...lead, fields: { ...lead.fields }, provenance: { ...lead.provenance } }
  const origins = { ...lead.provenance.fields }
  for (const [name] of values) {
    setValue(next, name, before.values?.[name] ?? null)
    const origin = before.origins?.[name]
    if (origin) origins[name] = origin
    else delete origins[name]
  }
  next.provenance.fields = origins
  return next
}

/** Undoes values, lead by lead; skips those changed since. */
export async function undoValues(db: Db, entry: Undoing): Promise<Undone> {
  let count = 0
  let left = 0
  let emails = 0
  for await (const chunk of readValues(db, entry, CHANGE_CHUNK)) {
    const changes = new Map(chunk.map((change) => [change.lead_id, change]))
    const rows = await lockLeads(db, entry.accountId, entry.listId, [...changes.keys()])
    const back = rows.flatMap((row) => {
      const next = restored(row, changes.get(row.id) as LeadChange)
      if (next) emails += Number(hasEmail(next)) - Number(hasEmail(row))
      return next ? [next] : []
    })
    await updateLeads(db, back)
    const statuses = new Map(rows.map(({ id, lead_status }) => [id, lead_status]))
    await emitWins(
      db,
      entry,
      back.map(({ id, lead_status }) => ({ id, before: statuses.get(id) ?? null, after: lead_status })),
    )
    await emitLeads(
      db,
      entry,
      'changed',
      back.map(({ id }) => id),
    )
    count += back.length
    left += chunk.length - back.length
  }
  return { count, left, lists: [{ id: entry.listId, leads: 0, emails }] }
}

/** Undoes statuses, grouped by old and new status; skips those changed since. */
export async function undoStatus(db: Db, entry: Undoing): Promise<Undone> {
  const { accountId, listId } = entry
  const changes = await statusChanges(db, entry)
  const changedLeads = changes.flatMap(({ ids }) => ids)
  if (changedLeads.length === 0) return { count: 0, left: 0, lists: [] }
  const locked = await holdLeads(db, { accountId, listId, ids: changedLeads })
  const now = new Map(locked.map((lead) => [lead.id, lead.lead_status]))
  let count = 0
  for (const { before, after, ids } of changes) {
    const same = ids.filter((id) => now.get(id) === after)
    await writeLeads(db, { accountId, listId, ids: same }, { lead_status: before })
    await emitWins(
      db,
      entry,
      same.map((id) => ({ id, before: after, after: before })),
    )
    count += same.length
  }
  return { count, left: changedLeads.length - count, lists: [] }
}

/** Moves leads back that are still in the other list and not in this one as well. */
export async function undoMove(db: Db, entry: Undoing): Promise<Undone> {
  const { accountId, listId } = entry
  const [moved] = await changedIds(db, entry, sql<boolean>`after ? 'list_id' and not after ? 'is_deleted'`)
  const to = moved?.list_id ?? null
  if (!moved || to === null) return { count: 0, left: 0, lists: [] }
  const locked = await holdLeads(db, { accountId, listId: to, ids: moved.ids })
  const ids = (await notIn(db, accountId, listId, locked)).map(({ id }) => id)
  const { leads, emails } = await writeLeads(db, { accountId, listId: to, ids }, { list_id: listId })
  return {
    count: leads,
    left: moved.ids.length - leads,
    lists: [
      { id: to, leads: -leads, emails: -emails },
      { id: listId, leads, emails },
    ],
  }
}

/** Moves leads of a list to its trash under the undo's entry, or restores those the change deleted. */
async function setDeleted(
  db: Db,
  entry: Undoing,
  ids: number[],
  listId: number,
  arrived: boolean,
): Promise<Undone> {
  const { accountId } = entry
  const locked = await holdLeads(db, { accountId, listId, ids }, arrived ? null : entry.historyId)
  const { leads, emails } = await writeLeads(
    db,
    { accountId, listId, ids: locked.map(({ id }) => id) },
    { deletedBy: arrived ? entry.undoId : null },
  )
  const sign = arrived ? -1 : 1
  return {
    count: leads,
    left: ids.length - leads,
    lists: [{ id: listId, leads: sign * leads, emails: sign * emails }],
  }
}

/** Created leads go to their list's trash; deleted ones are restored. */
export async function undoArrivals(db: Db, entry: Undoing): Promise<Undone> {
  const sum: Undone = { count: 0, left: 0, lists: [] }
  for (const arrived of [true, false]) {
    const changed = await changedIds(
      db,
      entry,
      sql<boolean>`after -> 'is_deleted' = ${String(!arrived)}::jsonb`,
    )
    for (const { list_id: listId, ids } of changed) {
      const { count, left, lists } = await setDeleted(db, entry, ids, listId ?? entry.listId, arrived)
      sum.count += count
      sum.left += left
      sum.lists.push(...lists)
    }
  }
  return sum
}

/** Restores leads that the entry deleted without other changes. */
export async function undoDeletion(db: Db, entry: Undoing): Promise<Undone> {
  const ids = await binnedBy(db, entry, entry.historyId)
  return setDeleted(db, entry, ids, entry.listId, false)
}
