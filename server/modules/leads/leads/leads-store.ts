import { type Generated, type Selectable, sql } from 'kysely'
import type { EmailSearchState } from '#contract/leads/email-search.ts'
import { type EmailState, PAID_EMAIL_STATES } from '#contract/leads/email-states.ts'
import { LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'
import { labelNames } from './labels/label-conditions.ts'
import type { StoredProvenance } from './provenance.ts'
import { type Retention, readRetention, withExpiry } from './retention.ts'

export type { Origin } from './provenance.ts'

interface EntityTable {
  account_id: number
  id: Generated<number>
  list_type: ListTypeId
  entity_key: string
  created_at: Generated<Date>
}
interface LeadTable {
  account_id: number
  list_id: number
  id: Generated<number>
  entity_id: number
  run_id: number | null
  name: string | null
  company: string | null
  position: string | null
  domain: string | null
  website: string | null
  email: string | null
  email_state: string | null
  phone: string | null
  category: string | null
  street: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  lat: number | null
  lon: number | null
  business_status: string | null
  lead_status: LeadStatus
  source: string
  fields: Record<string, string | number>
  provenance: StoredProvenance
  is_sample: boolean
  sent_at: Date | null
  added_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
  deleted_by_history_id: number | null
  /** The suppression entry that hides the lead; deleted_at is set as well. */
  suppressed_by: number | null
  search: Generated<string>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    entity: EntityTable
    lead: LeadTable
    lead_info: ReadOnly<
      LeadTable,
      Exclude<
        keyof LeadTable,
        | 'email_state'
        | 'postal_code'
        | 'lat'
        | 'lon'
        | 'business_status'
        | 'source'
        | 'sent_at'
        | 'deleted_by_history_id'
      >
    >
    entity_info: ReadOnly<EntityTable, 'account_id' | 'id' | 'list_type' | 'entity_key'>
  }
}
export type LeadRow = Omit<Selectable<LeadTable>, 'search' | 'suppressed_by'> & {
  /** Label names, joined; only where a query loads them. */
  labels?: string | null
}

/** Promoted columns with a lead's values; the other fields are jsonb. */
export const VALUE_COLUMNS = [
  'name',
  'company',
  'position',
  'domain',
  'website',
  'email',
  'email_state',
  'phone',
  'category',
  'street',
  'city',
  'region',
  'postal_code',
  'country',
  'lat',
  'lon',
  'business_status',
] as const
export type ValueColumn = (typeof VALUE_COLUMNS)[number]

/** All columns except the search text, which is only used in the database. */
export const LEAD_COLUMNS = [
  'account_id',
  'list_id',
  'id',
  'entity_id',
  'run_id',
  ...VALUE_COLUMNS,
  'lead_status',
  'source',
  'fields',
  'provenance',
  'is_sample',
  'sent_at',
  'added_at',
  'updated_at',
  'deleted_at',
  'deleted_by_history_id',
] as const

/** Whether a lead has a found or potential email: the coverage of its list. */
export const hasEmail = ({ email, email_state }: Pick<LeadRow, 'email' | 'email_state'>): boolean =>
  email !== null && PAID_EMAIL_STATES.includes((email_state ?? 'unknown') as EmailState)

/** `hasEmail` in SQL. */
export const rowHasEmail = (row: 'lead' | 'old') =>
  sql<boolean>`(${sql.ref(`${row}.email`)} is not null
    and coalesce(${sql.ref(`${row}.email_state`)}, 'unknown') in (${sql.join(PAID_EMAIL_STATES.map((state) => sql.lit(state)))}))`

/**
 * Set along with columns that are not part of the search text. Without it, PostgreSQL 18 prepares that text's
 * expression for every row although it is not needed, which costs more than the update of the row.
 */
export const SAME_NAME = { name: sql<string>`lead.name` }

export interface NewLead {
  entityId: number
  values: Record<string, string | number | null | undefined>
  provenance: StoredProvenance
  source: string
  isSample: boolean
}

/** Finds or creates the account's entities of these keys. Keys are inserted in order, to avoid deadlocks. */
export async function upsertEntities(
  db: Db,
  accountId: number,
  type: ListTypeId,
  keys: string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const sorted = [...new Set(keys)].sort()
  const { rows: added } = await sql<{ id: number; entity_key: string }>`
    insert into entity (account_id, list_type, entity_key)
    select ${accountId}, ${type}, entity_key from unnest(${sorted}::text[]) as entity_key
    on conflict (account_id, list_type, entity_key) do nothing returning id, entity_key`.execute(db)
  const ids = new Map(added.map((row) => [row.entity_key, row.id]))
  const others = sorted.filter((key) => !ids.has(key))
  if (others.length > 0)
    for (const row of await findEntities(db, accountId, type, others)) ids.set(row.entity_key, row.id)
  return ids
}

export const findEntities = (db: Db, accountId: number, type: ListTypeId, keys: string[]) =>
  db
    .selectFrom('entity')
    .select(['id', 'entity_key'])
    .where('account_id', '=', accountId)
    .where('list_type', '=', type)
    .where('entity_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()

/** Which of these entities have an active lead in a list. */
export async function entitiesInLists(
  db: Db,
  accountId: number,
  entityIds: number[],
  listId?: number,
): Promise<Set<number>> {
  if (entityIds.length === 0) return new Set()
  let query = db
    .selectFrom('lead')
    .select('entity_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('entity_id', '=', sql<number>`any(${entityIds}::bigint[])`)
    .where('deleted_at', 'is', null)
  query =
    listId === undefined
      ? query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('list_info as list')
              .whereRef('list.account_id', '=', 'lead.account_id')
              .whereRef('list.id', '=', 'lead.list_id')
              .where('list.deleted_at', 'is', null),
          ),
        )
      : query.where('list_id', '=', listId)
  const rows = await query.execute()
  return new Set(rows.map((row) => row.entity_id))
}

const namesIn = (values: Record<string, unknown>): string[] =>
  Object.keys(values).filter(
    (name) => values[name] !== null && values[name] !== undefined && values[name] !== '',
  )

function toRow(
  { accountId, listId, runId }: { accountId: number; listId: number; runId: number | null },
  lead: NewLead,
  retention: Retention,
) {
  const stored = (column: string) => (lead.values[column] === '' ? null : (lead.values[column] ?? null))
  const columns = Object.fromEntries(VALUE_COLUMNS.map((column) => [column, stored(column)]))
  const rest = Object.entries(lead.values).filter(
    ([name, value]) =>
      !(VALUE_COLUMNS as readonly string[]).includes(name) &&
      value !== null &&
      value !== undefined &&
      value !== '',
  )
  return {
    ...columns,
    account_id: accountId,
    list_id: listId,
    run_id: runId,
    entity_id: lead.entityId,
    lead_status: LEAD_STATUSES[0],
    source: lead.source,
    fields: JSON.stringify(Object.fromEntries(rest)),
    provenance: JSON.stringify(withExpiry(retention, lead.provenance, namesIn(lead.values))),
    is_sample: lead.isSample,
    // Set here rather than by the default so that all rows of a batch share one timestamp and shape.
    sent_at: null,
    deleted_at: null,
    deleted_by_history_id: null,
  }
}

/** Inserts leads in order; skips those already in the list or its trash. */
export async function insertLeads(
  db: Db,
  accountId: number,
  { listId, runId, leads }: { listId: number; runId: number | null; leads: NewLead[] },
): Promise<{ id: number; entity_id: number; email: string | null; email_state: string | null }[]> {
  if (leads.length === 0) return []
  const retention = await readRetention(
    db,
    leads.map(({ provenance }) => provenance),
  )
  const place = { accountId, listId, runId }
  return db
    .insertInto('lead')
    .values(leads.map((lead) => toRow(place, lead, retention)) as never)
    .onConflict((oc) => oc.columns(['account_id', 'list_id', 'entity_id']).doNothing())
    .returning(['id', 'entity_id', 'email', 'email_state'])
    .execute()
}

export const findLead = (db: Db, accountId: number, listId: number, id: number) =>
  db
    .selectFrom('lead')
    .select(LEAD_COLUMNS)
    .select(labelNames(accountId).as('labels'))
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '=', id)
    .where('suppressed_by', 'is', null)
    .executeTakeFirst()

/** Updates the state of emails in the whole account. @returns the changed leads, before and after. */
export async function updateEmailState(
  db: Db,
  accountId: number,
  addresses: string[],
  state: EmailState,
): Promise<{ id: number; list_id: number; had: boolean; has: boolean; living: boolean }[]> {
  const { rows } = await sql<{ id: number; list_id: number; had: boolean; has: boolean; living: boolean }>`
    with old as (
      select account_id, list_id, id, email, email_state from lead
      where account_id = ${accountId} and lower(email) = any(${addresses.map((address) => address.toLowerCase())}::text[])
        and email_state is distinct from ${state}
      -- Locked in a consistent order, so that two results for one address do not deadlock.
      order by id for update
    )
    update lead set email_state = ${state}, name = lead.name, updated_at = now()
    from old where lead.account_id = ${accountId} and lead.list_id = old.list_id and lead.id = old.id
    returning lead.id, lead.list_id, ${rowHasEmail('old')} and lead.deleted_at is null as had,
      ${rowHasEmail('lead')} and lead.deleted_at is null as has, lead.deleted_at is null as living`.execute(
    db,
  )
  return rows
}

const leadsById = (db: Db, accountId: number, listId: number, ids: number[]) =>
  db
    .selectFrom('lead')
    .select(LEAD_COLUMNS)
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')

export const findLeads = (db: Db, accountId: number, listId: number, ids: number[]) =>
  leadsById(db, accountId, listId, ids).execute()

/** Leads of a list by id, locked in a consistent order. */
export const lockLeads = (db: Db, accountId: number, listId: number, ids: number[]) =>
  leadsById(db, accountId, listId, ids).forUpdate().execute()

/** Writes values, status and sources of locked leads of one list, in one statement and a transaction. */
export async function updateLeads(db: Db, leads: readonly LeadRow[]): Promise<void> {
  if (leads.length === 0) return
  const columns = [...VALUE_COLUMNS, 'lead_status', 'fields', 'provenance'] as const
  const shape = sql.raw(
    columns
      .map((name) => {
        if (name === 'fields' || name === 'provenance') return `${name} jsonb`
        return `${name} ${name === 'lat' || name === 'lon' ? 'double precision' : 'text'}`
      })
      .join(', '),
  )
  const retention = await readRetention(
    db,
    leads.map(({ provenance }) => provenance),
  )
  const set = sql.raw(columns.map((name) => `${name} = n.${name}`).join(', '))
  const rows = leads.map((lead) => ({
    ...Object.fromEntries(columns.map((name) => [name, lead[name]])),
    provenance: withExpiry(retention, lead.provenance, [
      ...VALUE_COLUMNS.filter((name) => lead[name] !== null),
      ...Object.keys(lead.fields),
    ]),
    id: lead.id,
  }))
  const { account_id: accountId, list_id: listId } = leads[0] as LeadRow
  // Right after an import the planner assumes a nearly empty list and would scan all of it for every row.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  await sql`update lead l set ${set}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id bigint, ${shape})
    where l.account_id = ${accountId} and l.list_id = ${listId} and l.id = any(${leads.map(({ id }) => id)}::bigint[])
      and l.id = n.id`.execute(db)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
}

/** State of a lead's email search; `reason` is a code. */
export interface EmailSearch {
  leadId: number
  state: EmailSearchState
  reason: string | null
  /** Queried sources, where it ended without an email. */
  sources?: number
}

/**
 * Records the state of leads' email searches, locked in a consistent order. "Not tried" and "running" never
 * replace another run's result.
 */
export const updateEmailSearch = (
  db: Db,
  accountId: number,
  listId: number,
  items: (EmailSearch & { at?: string })[],
) =>
  sql`with wanted as (
      select "leadId" as id, state, jsonb_strip_nulls(jsonb_build_object('email_search', state,
        'email_search_reason', reason, 'email_search_sources', sources, 'email_search_at', at)) as facts
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as n("leadId" bigint, state text, reason text, sources int, at text)),
    locked as (
      select l.id from lead l where l.account_id = ${accountId} and l.list_id = ${listId}
        and l.id in (select id from wanted) order by l.id for update)
    update lead l set name = l.name, updated_at = now(),
      fields = (l.fields - 'email_search_reason' - 'email_search_sources' - 'email_search_at')
        || w.facts
    from wanted w, locked
    where l.account_id = ${accountId} and l.list_id = ${listId} and l.id = w.id and l.id = locked.id
      and (w.state not in ('running', 'not_tried') or coalesce(l.fields ->> 'email_search', 'queued') in ('queued', 'running'))`.execute(
    db,
  )

export const markSent = (db: Db, place: { accountId: number; listId: number }, leadIds: readonly number[]) =>
  db
    .updateTable('lead')
    .set({ ...SAME_NAME, sent_at: sql<Date>`now()` })
    .where('account_id', '=', place.accountId)
    .where('list_id', '=', place.listId)
    .where('id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()
