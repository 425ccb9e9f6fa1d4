import { sql } from 'kysely'
import type { MergePolicy } from '#contract/activity/run-kinds/lead-import.ts'
import { LEAD_STATUSES } from '#contract/leads/lead-statuses.ts'
import { emitLeads, emitWins } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { applyEdit, type LeadEdit } from './changes/change-values.ts'
import { insertChanges } from './changes/lead-changes.ts'
import { isColumn, valueIn } from './lead-values.ts'
import * as store from './leads-store.ts'
import { withPositionFacts } from './position-facts.ts'
import { findOrigin } from './present-lead.ts'

/** A file row to be imported into a list. */
export interface ImportedLead {
  entityId: number
  values: Record<string, string | number>
  /** Its row number in the file; null without one. */
  record: string | null
}

/** The import's destination. `historyId`: the entry that undoes the whole import; `runId`: null without a run. */
export interface ImportPlace {
  accountId: number
  listId: number
  runId: number | null
  historyId: number
  /** Source of the values; each lead adds its row. */
  origin: store.Origin & { observed_at: string }
  findPolicy: (field: string) => MergePolicy
}

/** Results of rows, and the list's changes. */
export interface Imported {
  added: number
  merged: number
  leads: number
  emails: number
}

/** Merges duplicate rows: the first wins, and the others fill its gaps. */
function onePerEntity(leads: readonly ImportedLead[]): ImportedLead[] {
  const byEntity = new Map<number, ImportedLead>()
  for (const lead of leads) {
    const first = byEntity.get(lead.entityId)
    byEntity.set(lead.entityId, first ? { ...first, values: { ...lead.values, ...first.values } } : lead)
  }
  return [...byEntity.values()]
}

const COLUMN_TYPES = [...store.VALUE_COLUMNS, 'lead_status'].map(
  (name) => `${name} ${name === 'lat' || name === 'lon' ? 'double precision' : 'text'}`,
)

function toRecord({ entityId, values: given, record }: ImportedLead, n: number) {
  const values = withPositionFacts(given)
  const columns = Object.entries(values).filter(([name]) => isColumn(name))
  const fields = Object.entries(values).filter(([name]) => !isColumn(name) && name !== 'lead_status')
  return {
    n,
    entity_id: entityId,
    record,
    ...Object.fromEntries(columns),
    lead_status: values.lead_status ?? LEAD_STATUSES[0],
    fields: Object.fromEntries(fields),
  }
}

interface Added {
  id: number
  entity_id: number
  has: boolean
}

const emitAdded = (db: Db, place: ImportPlace, rows: Added[]) =>
  emitLeads(
    db,
    place,
    'added',
    rows.map(({ id }) => id),
  )

/** Inserts new leads and records them in the history entry, in one statement. Skips entities already in the list. */
async function insertNew(db: Db, place: ImportPlace, leads: readonly ImportedLead[]): Promise<Added[]> {
  if (leads.length === 0) return []
  const columns = sql.raw([...store.VALUE_COLUMNS, 'lead_status', 'fields'].join(', '))
  const { rows } = await sql<Added>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(leads.map(toRecord))}::jsonb)
        as r(n int, entity_id bigint, record text, ${sql.raw(COLUMN_TYPES.join(', '))}, fields jsonb)),
    added as (
      insert into lead (account_id, list_id, run_id, entity_id, source, provenance, ${columns})
      select ${place.accountId}, ${place.listId}, ${place.runId}, entity_id, ${place.origin.source},
        jsonb_build_object('default', ${JSON.stringify(place.origin)}::jsonb || jsonb_build_object('record', record)), ${columns}
      from given order by n
      on conflict (account_id, list_id, entity_id) do nothing
      returning id, entity_id, ${store.rowHasEmail('lead')} as has),
    told as (
      insert into lead_change (account_id, history_id, lead_id, before, after)
      select ${place.accountId}, ${place.historyId}, id, '{"is_deleted": true}', '{"is_deleted": false}' from added)
    select id, entity_id, has from added`.execute(db)
  await emitAdded(db, place, rows)
  return rows
}

/** Restores deleted leads that are about to be merged; they count as added. */
async function restoreLeads(db: Db, place: ImportPlace, entityIds: number[]): Promise<Added[]> {
  const locked = await db
    .selectFrom('lead')
    .select('id')
    .where('account_id', '=', place.accountId)
    .where('list_id', '=', place.listId)
    .where('entity_id', '=', sql<number>`any(${entityIds}::bigint[])`)
    .where('deleted_at', 'is not', null)
    .where('suppressed_by', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length === 0) return []
  const { rows } = await sql<Added>`
    with back as (
      update lead set name = name, deleted_at = null, deleted_by_history_id = null, updated_at = now()
      where account_id = ${place.accountId} and list_id = ${place.listId}
        and id = any(${locked.map(({ id }) => id)}::bigint[])
      returning id, entity_id, ${store.rowHasEmail('lead')} as has),
    told as (
      insert into lead_change (account_id, history_id, lead_id, before, after)
      select ${place.accountId}, ${place.historyId}, id, '{"is_deleted": true}', '{"is_deleted": false}' from back
      on conflict do nothing)
    select id, entity_id, has from back`.execute(db)
  await emitAdded(db, place, rows)
  return rows
}

/** The list's leads of entities, and whether this import has already changed each. */
async function lockExisting(db: Db, place: ImportPlace, entityIds: number[]) {
  const { rows } = await sql<{ id: number; touched: boolean; arrived: boolean }>`
    select l.id, c.lead_id is not null as touched, coalesce(c.after ? 'is_deleted', false) as arrived from lead l
    left join lead_change c on c.account_id = l.account_id and c.history_id = ${place.historyId} and c.lead_id = l.id
    where l.account_id = ${place.accountId} and l.list_id = ${place.listId}
      and l.entity_id = any(${entityIds}::bigint[])`.execute(db)
  const parts = new Map(rows.map((row) => [row.id, row]))
  const leads = await store.lockLeads(db, place.accountId, place.listId, [...parts.keys()])
  return leads.map((lead) => ({ lead, ...parts.get(lead.id) }))
}

/** The values of a row that a lead takes over, by each field's merge policy. Values from an earlier row of the file stay. */
function accepted(
  lead: store.LeadRow,
  { values, record }: ImportedLead,
  touched: boolean,
  place: ImportPlace,
): LeadEdit {
  const wins = (name: string): boolean => {
    const old = valueIn(lead, name)
    if (old === null || (name === 'lead_status' && old === LEAD_STATUSES[0])) return true
    const policy = touched ? 'fill' : place.findPolicy(name)
    if (policy !== 'newer') return policy === 'always'
    const observed = findOrigin(lead, name).observed_at ?? lead.added_at.toISOString()
    return Date.parse(observed) < Date.parse(place.origin.observed_at)
  }
  const accepted = Object.entries(values).filter(([name]) => wins(name))
  const origin = { ...place.origin, record }
  return {
    leadId: lead.id,
    values: Object.fromEntries(accepted.map(([name, value]) => [name, { value, origin }])),
  }
}

/** Merges rows into existing leads. @returns the change in leads with an email. */
async function merge(db: Db, place: ImportPlace, rows: readonly ImportedLead[]): Promise<number> {
  const byEntity = new Map(rows.map((row) => [row.entityId, row]))
  const existing = await lockExisting(db, place, [...byEntity.keys()])
  const changed = existing.flatMap(({ lead, touched = false, arrived = false }) => {
    const applied = applyEdit(
      lead,
      accepted(lead, byEntity.get(lead.entity_id) as ImportedLead, touched, place),
    )
    return applied ? [{ ...applied, lead, arrived }] : []
  })
  await store.updateLeads(
    db,
    changed.map(({ next }) => next),
  )
  await emitLeads(
    db,
    place,
    'changed',
    changed.map(({ next }) => next.id),
  )
  await emitWins(
    db,
    place,
    changed.map(({ lead, next }) => ({ id: lead.id, before: lead.lead_status, after: next.lead_status })),
  )
  // Leads created by this import need no record of values: undo removes them as a whole.
  const updates = changed.filter(({ arrived }) => !arrived).map(({ change }) => change)
  await insertChanges(db, place, updates)
  return changed.reduce(
    (sum, { lead, next }) => sum + Number(store.hasEmail(next)) - Number(store.hasEmail(lead)),
    0,
  )
}

/**
 * Imports rows into a list in the caller's transaction: rows of one entity become one lead, and are merged into
 * an existing one. Everything is recorded under one history entry. The caller updates the list's numbers.
 */
export async function importLeads(
  db: Db,
  place: ImportPlace,
  leads: readonly ImportedLead[],
): Promise<Imported> {
  const single = onePerEntity(leads)
  const known = await db
    .selectFrom('lead')
    .select('entity_id')
    .where('account_id', '=', place.accountId)
    .where('list_id', '=', place.listId)
    .where('entity_id', '=', sql<number>`any(${single.map(({ entityId }) => entityId)}::bigint[])`)
    .execute()
  const existing = new Set(known.map(({ entity_id }) => entity_id))
  const added = await insertNew(
    db,
    place,
    single.filter(({ entityId }) => !existing.has(entityId)),
  )
  const isNew = new Set(added.map(({ entity_id }) => entity_id))
  const others = single.filter(({ entityId }) => !isNew.has(entityId))
  const back =
    others.length > 0
      ? await restoreLeads(
          db,
          place,
          others.map(({ entityId }) => entityId),
        )
      : []
  const gained = others.length > 0 ? await merge(db, place, others) : 0
  const arrived = [...added, ...back]
  return {
    added: arrived.length,
    merged: leads.length - arrived.length,
    leads: arrived.length,
    emails: gained + arrived.filter(({ has }) => has).length,
  }
}
