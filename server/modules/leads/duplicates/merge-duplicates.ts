import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { emitLeads, emitWins } from '#server/modules/activity/webhooks/index.ts'
import { carryExports } from '#server/modules/leads/exports/index.ts'
import { moveNotes } from '#server/modules/leads/lead-edits/index.ts'
import {
  applyEdit,
  type ChangePlace,
  findOrigin,
  hasEmail,
  holdLeads,
  insertChanges,
  insertSameChange,
  joinLabels,
  type LeadChange,
  type LeadEdit,
  type LeadRow,
  lockLeads,
  updateLeads,
  valueIn,
  writeLeads,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'

/** A group: the remaining lead, the merged ones, and fields taken from one of them. */
export interface Merge {
  keep: number
  merge: number[]
  values?: Record<string, number>
}

/** An email's verification state moves with it. */
const WITH_EMAIL = ['email_state', 'email_kind'] as const

/** Values for the remaining lead: chosen ones, and those it lacks. */
function makeEdit(
  keep: LeadRow,
  others: LeadRow[],
  fields: readonly FieldDefinition[],
  request: Merge,
): LeadEdit {
  const values: LeadEdit['values'] = {}
  const take = (name: string, from: LeadRow) => {
    const value = valueIn(from, name)
    if (value !== null) values[name] = { value, origin: findOrigin(from, name) }
    if (name === 'email')
      for (const beside of WITH_EMAIL)
        values[beside] = { value: valueIn(from, beside), origin: findOrigin(from, beside) }
  }
  for (const { name } of fields) {
    if (!isEditableField(name) || name === 'lead_status') continue
    const chosen = others.find(({ id }) => id === request.values?.[name])
    if (chosen) take(name, chosen)
    else if (valueIn(keep, name) === null) {
      const source = others.find((lead) => valueIn(lead, name) !== null)
      if (source) take(name, source)
    }
  }
  return { leadId: keep.id, values }
}

function checkGroups(groups: readonly Merge[]): void {
  const seen = new Set<number>()
  groups.forEach(({ keep, merge, values }, index) => {
    const ids = [keep, ...merge]
    if (ids.some((id) => seen.has(id)) || new Set(ids).size !== ids.length)
      throw invalidField(`groups.${index}`, 'A lead can only be merged once')
    for (const id of ids) seen.add(id)
    for (const [name, id] of Object.entries(values ?? {}))
      if (!ids.includes(id))
        throw invalidField(`groups.${index}.values.${name}`, 'Choose a lead from this group')
  })
}

/** Moves notes to the remaining lead, and counts exports of the others as exports of it. */
async function carryAlong(db: Db, { accountId, listId }: ChangePlace, keep: LeadRow, others: LeadRow[]) {
  const ids = others.map(({ id }) => id)
  await moveNotes(db, { accountId, from: ids, to: keep.id })
  const from = others.map(({ entity_id }) => entity_id)
  await carryExports(db, { accountId, listId, from, to: keep.entity_id })
}

/** Tells webhooks which leads have other values, and which are won by that. */
async function emitMerged(db: Db, place: ChangePlace, before: ReadonlyMap<number, LeadRow>, next: LeadRow[]) {
  await emitLeads(
    db,
    place,
    'changed',
    next.map(({ id }) => id),
  )
  const statuses = next.map(({ id, lead_status: after }) => ({
    id,
    before: before.get(id)?.lead_status ?? null,
    after,
  }))
  await emitWins(db, place, statuses)
}

/**
 * Merges groups in the caller's transaction under an open history entry.
 * @returns how many leads were merged away, and the change in leads with an email.
 * @throws AppError conflict when a lead of a group no longer exists.
 */
export async function mergeGroups(
  db: Db,
  place: ChangePlace,
  {
    groups,
    fields,
    historyId,
  }: { groups: readonly Merge[]; fields: readonly FieldDefinition[]; historyId: number },
): Promise<{ removed: number; emails: number }> {
  checkGroups(groups)
  const { accountId, listId } = place
  const all = groups.flatMap(({ keep, merge }) => [keep, ...merge])
  const rows = new Map((await lockLeads(db, accountId, listId, all)).map((row) => [row.id, row]))
  if (rows.size < all.length)
    throw conflict('Some of these leads were merged or deleted. Reload the duplicates')
  let emails = 0
  const next: LeadRow[] = []
  const changes: LeadChange[] = []
  for (const group of groups) {
    const keep = rows.get(group.keep) as LeadRow
    const others = group.merge.map((id) => rows.get(id) as LeadRow)
    const applied = applyEdit(keep, makeEdit(keep, others, fields, group))
    const added = await joinLabels(db, place, group.keep, group.merge)
    await carryAlong(db, place, keep, others)
    const change = applied?.change ?? { lead_id: keep.id, before: {}, after: {} }
    if (added.length > 0) {
      change.before.labels = []
      change.after.labels = added
    }
    if (applied) next.push(applied.next)
    if (applied || added.length > 0) changes.push(change)
    emails += Number(hasEmail(applied?.next ?? keep)) - Number(hasEmail(keep))
  }
  await updateLeads(db, next)
  await emitMerged(db, place, rows, next)
  await insertChanges(db, { accountId, historyId }, changes)
  const merged = groups.flatMap(({ merge }) => merge)
  const locked = await holdLeads(db, { accountId, listId, ids: merged })
  const removed = await writeLeads(
    db,
    { accountId, listId, ids: locked.map(({ id }) => id) },
    { deletedBy: historyId },
  )
  await insertSameChange(db, { accountId, historyId }, merged, {
    before: { is_deleted: false },
    after: { is_deleted: true },
  })
  return { removed: removed.leads, emails: emails - removed.emails }
}
