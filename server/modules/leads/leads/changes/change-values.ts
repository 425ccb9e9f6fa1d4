import type { HistoryEventName } from '#contract/leads/history.ts'
import { emitLeads, emitWins } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { setValue, valueIn } from '../lead-values.ts'
import { hasEmail, type LeadRow, lockLeads, type Origin, updateLeads } from '../leads-store.ts'
import { OF_POSITION, positionFacts } from '../position-facts.ts'
import { type ChangedParts, insertChanges, type LeadChange } from './lead-changes.ts'
import { type ChangePlace, closeChange, openChange } from './write-change.ts'

/** New values of one lead, each with its source; null clears a field. */
export interface LeadEdit {
  leadId: number
  values: Record<string, { value: string | number | null; origin: Origin }>
}

/** Leads locked and written per batch. */
export const CHANGE_CHUNK = 1000

/** Fields about an email, which do not apply to another one. */
const OF_EMAIL = ['email_state', 'email_kind'] as const

/** Seniority and department follow a new position, unless they say something of their own. */
function ofNewPosition(lead: LeadRow, values: LeadEdit['values']): LeadEdit['values'] {
  const { position } = values
  if (!position || position.value === lead.position) return values
  const [before, after] = [positionFacts(lead.position), positionFacts(position.value)]
  const follows = OF_POSITION.filter((name) => {
    const old = valueIn(lead, name)
    return !(name in values) && (old === null || old === before[name])
  })
  return {
    ...values,
    ...Object.fromEntries(follows.map((name) => [name, { value: after[name], origin: position.origin }])),
  }
}

/** The edit with its consequences: a new email is unchecked, whatever the state of the old one. */
function withConsequences(lead: LeadRow, edit: LeadEdit): LeadEdit['values'] {
  const values = ofNewPosition(lead, edit.values)
  const email = values.email
  if (!email || email.value === lead.email) return values
  const unchecked = OF_EMAIL.filter((name) => !(name in values) && valueIn(lead, name) !== null)
  return {
    ...values,
    ...Object.fromEntries(unchecked.map((name) => [name, { value: null, origin: email.origin }])),
  }
}

/** The lead with its new values, and what changed; null for nothing. */
export function applyEdit(lead: LeadRow, edit: LeadEdit): { next: LeadRow; change: LeadChange } | null {
  const next = { ...lead, fields: { ...lead.fields }, provenance: { ...lead.provenance } }
  const origins = { ...lead.provenance.fields }
  const before: Required<Pick<ChangedParts, 'values' | 'origins'>> = { values: {}, origins: {} }
  const after: Required<Pick<ChangedParts, 'values' | 'origins'>> = { values: {}, origins: {} }
  for (const [name, { value, origin }] of Object.entries(withConsequences(lead, edit))) {
    const old = valueIn(lead, name)
    if (old === value) continue
    before.values[name] = old
    before.origins[name] = origins[name] ?? null
    after.values[name] = value
    after.origins[name] = value === null ? null : origin
    setValue(next, name, value)
    if (value === null) delete origins[name]
    else origins[name] = origin
  }
  if (Object.keys(after.values).length === 0) return null
  next.provenance.fields = origins
  return { next, change: { lead_id: lead.id, before, after } }
}

/**
 * Overwrites values of leads in the caller's transaction, as one undoable history entry. Deleted leads are
 * skipped.
 * @returns the undo token (null when nothing changed), the leads that changed, and the change in leads with an
 *   email; the caller updates the list's numbers.
 */
export async function changeValues(
  db: Db,
  place: ChangePlace,
  edits: LeadEdit[],
  entry: { event: HistoryEventName; detail?: Record<string, unknown> },
): Promise<{ token: number | null; leadIds: number[]; emails: number }> {
  const historyId = await openChange(db, place, entry.event, entry.detail)
  const { leadIds, emails } = await writeValues(db, place, edits, historyId)
  return { token: await closeChange(db, place.accountId, historyId, leadIds.length), leadIds, emails }
}

/** Like changeValues, under an open history entry. */
export async function writeValues(
  db: Db,
  place: ChangePlace,
  edits: LeadEdit[],
  historyId: number,
): Promise<{ leadIds: number[]; emails: number }> {
  // In a consistent order, so that two changes do not deadlock.
  const ordered = edits.toSorted((a, b) => a.leadId - b.leadId)
  const leadIds: number[] = []
  let emails = 0
  for (let at = 0; at < ordered.length; at += CHANGE_CHUNK) {
    const chunk = new Map(ordered.slice(at, at + CHANGE_CHUNK).map((edit) => [edit.leadId, edit]))
    const rows = await lockLeads(db, place.accountId, place.listId, [...chunk.keys()])
    const changed = rows.flatMap((row) => {
      const applied = applyEdit(row, chunk.get(row.id) as LeadEdit)
      return applied ? [{ ...applied, row }] : []
    })
    await updateLeads(
      db,
      changed.map(({ next }) => next),
    )
    await insertChanges(
      db,
      { accountId: place.accountId, historyId },
      changed.map(({ change }) => change),
    )
    await emitLeads(
      db,
      place,
      'changed',
      changed.map(({ row }) => row.id),
    )
    await emitWins(
      db,
      place,
      changed.map(({ row, next }) => ({ id: row.id, before: row.lead_status, after: next.lead_status })),
    )
    for (const { row, next } of changed) {
      leadIds.push(row.id)
      emails += Number(hasEmail(next)) - Number(hasEmail(row))
    }
  }
  return { leadIds, emails }
}
