import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { setValue, valueIn } from '../lead-values.ts'
import { hasEmail, type LeadRow, lockLeads, rowHasEmail, updateLeads } from '../leads-store.ts'
import { CHANGE_CHUNK } from './change-values.ts'
import { changesOf, type LeadChange } from './lead-changes.ts'

/** The entry that is undone, and the entry that says so. */
export interface Undoing {
  accountId: number
  listId: number
  historyId: number
  undoId: number
}

/** What undoing a part did: leads back as they were, leads changed since, and what the lists gained or lost. */
export interface Undone {
  count: number
  left: number
  lists: { id: number; leads: number; emails: number }[]
}

/** The lead as it was, where every value that the change wrote still stands; null where one does not. */
function backToOld(lead: LeadRow, { before, after }: LeadChange): LeadRow | null {
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

/** Values, lead by lead: one that somebody has changed since is left as it is. */
export async function undoValues(db: Db, entry: Undoing): Promise<Undone> {
  let count = 0
  let left = 0
  let emails = 0
  for await (const chunk of changesOf(db, entry, 'values', CHANGE_CHUNK)) {
    const changes = new Map(chunk.map((change) => [change.lead_id, change]))
    const rows = await lockLeads(db, entry.accountId, entry.listId, [...changes.keys()])
    const back = rows.flatMap((row) => {
      const next = backToOld(row, changes.get(row.id) as LeadChange)
      if (next) emails += Number(hasEmail(next)) - Number(hasEmail(row))
      return next ? [next] : []
    })
    await updateLeads(db, back)
    count += back.length
    left += chunk.length - back.length
  }
  return { count, left, lists: [{ id: entry.listId, leads: 0, emails }] }
}

/** Leads that were taken to another list, as far as they are still there and are not here too. */
export async function undoMove(db: Db, entry: Undoing): Promise<Undone> {
  const { rows } = await sql<{ total: number; to: number | null; leads: number; emails: number }>`
    with told as (
      select lead_id, (after ->> 'list_id')::bigint as to_id from lead_change
      where account_id = ${entry.accountId} and history_id = ${entry.historyId}
        and after ? 'list_id' and not after ? 'is_deleted'),
    held as (
      select l.list_id, l.id, l.entity_id from told t
      join lead l on l.account_id = ${entry.accountId} and l.list_id = t.to_id and l.id = t.lead_id
      where l.deleted_at is null order by l.id for update of l),
    back as (
      update lead set list_id = ${entry.listId}, updated_at = now() from held h
      where lead.account_id = ${entry.accountId} and lead.list_id = h.list_id and lead.id = h.id
        and not exists (select 1 from lead here where here.account_id = ${entry.accountId}
          and here.list_id = ${entry.listId} and here.entity_id = h.entity_id)
      returning ${rowHasEmail('lead')} as has)
    select (select count(*) from told)::int as total, (select min(to_id) from told) as to,
      count(*)::int as leads, (count(*) filter (where has))::int as emails from back`.execute(db)
  const { total, to, leads, emails } = rows[0]!
  if (to === null) return { count: 0, left: 0, lists: [] }
  return {
    count: leads,
    left: total - leads,
    lists: [
      { id: to, leads: -leads, emails: -emails },
      { id: entry.listId, leads, emails },
    ],
  }
}

/** Leads of one list that came or went in the same way. */
interface Arrivals {
  listId: number
  arrived: boolean
  ids: number[]
}

function arrivalsIn(changes: readonly LeadChange[], listId: number): Arrivals[] {
  const groups = new Map<string, Arrivals>()
  for (const { lead_id, after } of changes) {
    const group = { listId: after.list_id ?? listId, arrived: after.is_deleted === false, ids: [] }
    const key = `${group.listId} ${group.arrived}`
    const known = groups.get(key) ?? group
    groups.set(key, known)
    known.ids.push(lead_id)
  }
  return [...groups.values()]
}

/**
 * Locks first and changes then, both by lists of ids: joined in one statement, a plan from old statistics has read the
 * whole list for each lead of an import.
 */
async function takeBack(db: Db, entry: Undoing, { listId, arrived, ids }: Arrivals) {
  const held = await db
    .selectFrom('lead')
    .select('id')
    .where('account_id', '=', entry.accountId)
    .where('list_id', '=', listId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where((eb) =>
      arrived ? eb('deleted_at', 'is', null) : eb('deleted_by_history_id', '=', entry.historyId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const changed = await db
    .updateTable('lead')
    .set({
      updated_at: sql<Date>`now()`,
      deleted_at: arrived ? sql<Date>`now()` : null,
      deleted_by_history_id: arrived ? entry.undoId : null,
    })
    .where('account_id', '=', entry.accountId)
    .where('list_id', '=', listId)
    .where('id', '=', sql<number>`any(${held.map(({ id }) => id)}::bigint[])`)
    .returning(rowHasEmail('lead').as('has'))
    .execute()
  return { leads: changed.length, emails: changed.filter(({ has }) => has).length }
}

/** Leads that the change made go to the trash of their list; leads that it put there come back. */
export async function undoArrivals(db: Db, entry: Undoing): Promise<Undone> {
  const undone: Undone = { count: 0, left: 0, lists: [] }
  for await (const chunk of changesOf(db, entry, 'is_deleted', CHANGE_CHUNK)) {
    for (const group of arrivalsIn(chunk, entry.listId)) {
      const { leads, emails } = await takeBack(db, entry, group)
      const sign = group.arrived ? -1 : 1
      undone.count += leads
      undone.left += group.ids.length - leads
      undone.lists.push({ id: group.listId, leads: sign * leads, emails: sign * emails })
    }
  }
  return undone
}
