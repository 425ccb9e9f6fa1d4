import { sql } from 'kysely'
import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import { findRows } from '#server/platform/db/rows.ts'
import { LEAD_COLUMNS, rowHasEmail, SAME_NAME } from '../leads-store.ts'

/**
 * Statements about many leads of one list. Each passes lead ids as an array and joins nothing: right after an
 * import the planner has few statistics about a list, and a bad join takes minutes.
 */
export interface Leads {
  accountId: number
  listId: number
  ids: number[]
}

/** How many leads, and how many of them have an email. */
export interface Counted {
  leads: number
  emails: number
}

export interface LockedLead {
  id: number
  entity_id: number
  lead_status: LeadStatus
}

const these = ({ accountId, listId, ids }: Leads) =>
  sql<boolean>`account_id = ${accountId} and list_id = ${listId} and id = any(${idArray(ids)})`

/** Active leads, or those deleted by one history entry, locked in a consistent order. */
export async function holdLeads(
  db: Db,
  leads: Leads,
  deletedBy: number | null = null,
): Promise<LockedLead[]> {
  const locked = await db
    .with('locked', (inner) =>
      inner
        .selectFrom('lead')
        .select(['id', 'entity_id', 'lead_status'])
        .where(these(leads))
        .where('suppressed_by', 'is', null)
        .where((eb) =>
          deletedBy === null ? eb('deleted_at', 'is', null) : eb('deleted_by_history_id', '=', deletedBy),
        )
        .orderBy('id')
        .forUpdate(),
    )
    .selectFrom('locked')
    // Aggregated into one row: the driver creates an object per row.
    .select([
      sql<number[]>`coalesce(array_agg(id), '{}')`.as('ids'),
      sql<number[]>`coalesce(array_agg(entity_id), '{}')`.as('entity_ids'),
      sql<LeadStatus[]>`coalesce(array_agg(lead_status), '{}')`.as('statuses'),
    ])
    .executeTakeFirstOrThrow()
  return locked.ids.map((id, n) => ({
    id,
    entity_id: locked.entity_ids[n] as number,
    lead_status: locked.statuses[n] as LeadStatus,
  }))
}

/** Leads of a list that one history entry deleted and that are still deleted. */
export async function binnedBy(
  db: Db,
  { accountId, listId }: Omit<Leads, 'ids'>,
  historyId: number,
): Promise<number[]> {
  const rows = await findRows(
    db,
    'lead',
    { account_id: accountId, list_id: listId, deleted_by_history_id: historyId },
    ['id'],
  )
  return rows.map(({ id }) => id)
}

/** Those of these leads whose business or person is not in another list, including its trash. */
export async function notIn(
  db: Db,
  accountId: number,
  listId: number,
  leads: LockedLead[],
): Promise<LockedLead[]> {
  const rows = await db
    .selectFrom('lead')
    .select('entity_id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('entity_id', '=', sql<number>`any(${idArray(leads.map((lead) => lead.entity_id))})`)
    .execute()
  const existing = new Set(rows.map((row) => row.entity_id))
  return leads.filter((lead) => !existing.has(lead.entity_id))
}

type Change = { list_id: number } | { lead_status: LeadStatus } | { deletedBy: number | null }

/** Writes the same values to all of them. */
export async function writeLeads(db: Db, leads: Leads, change: Change): Promise<Counted> {
  const set =
    'deletedBy' in change
      ? {
          deleted_at: change.deletedBy === null ? null : sql<Date>`now()`,
          deleted_by_history_id: change.deletedBy,
        }
      : change
  const { written, emails } = await db
    .with('written', (inner) =>
      inner
        .updateTable('lead')
        .set({ ...set, ...SAME_NAME, updated_at: sql<Date>`now()` })
        .where(these(leads))
        .returning(['id', rowHasEmail('lead').as('has')]),
    )
    .selectFrom('written')
    .select([
      sql<number[]>`coalesce(array_agg(id), '{}')`.as('written'),
      sql<number>`(count(*) filter (where has))::int`.as('emails'),
    ])
    .executeTakeFirstOrThrow()
  if ('list_id' in change) {
    await emitLeads(db, leads, 'deleted', written)
    await emitLeads(db, { ...leads, listId: change.list_id }, 'added', written)
  } else if ('deletedBy' in change) {
    await emitLeads(db, leads, change.deletedBy === null ? 'added' : 'deleted', written)
  } else await emitLeads(db, leads, 'changed', written)
  return { leads: written.length, emails }
}

/** Columns with new values in a copy. */
const NOT_COPIED = new Set<string>(['list_id', 'id', 'run_id', 'added_at', 'updated_at', 'sent_at'])
const COPIED = LEAD_COLUMNS.filter((column) => !NOT_COPIED.has(column))

/** Copies leads into another list, except those whose business or person is in it. @returns the copies. */
export async function insertCopies(
  db: Db,
  { accountId, listId, ids }: Leads,
  to: number,
): Promise<{ id: number; has: boolean }[]> {
  const columns = sql.raw(COPIED.join(', '))
  const { rows } = await sql<{ id: number; has: boolean }>`
    insert into lead (list_id, ${columns})
    select ${to}::bigint, ${columns} from lead
    where account_id = ${accountId} and list_id = ${listId} and id = any(${idArray(ids)}) order by id
    on conflict (account_id, list_id, entity_id) do nothing
    returning id, ${rowHasEmail('lead')} as has`.execute(db)
  return rows
}

/** Records a history entry's effect that is the same for all of these leads. */
export async function insertSameChange(
  db: Db,
  entry: { accountId: number; historyId: number },
  ids: number[],
  parts: { before: object; after: object },
): Promise<void> {
  await sql`insert into lead_change (account_id, history_id, lead_id, before, after)
    select ${entry.accountId}, ${entry.historyId}, id, ${JSON.stringify(parts.before)}::jsonb,
      ${JSON.stringify(parts.after)}::jsonb
    from unnest(${idArray(ids)}) as id`.execute(db)
}

/** Leads changed by a history entry whose change matches a condition on `after`, by the list named there. */
export async function changedIds(
  db: Db,
  entry: { accountId: number; historyId: number },
  condition: ReturnType<typeof sql<boolean>>,
): Promise<{ list_id: number | null; ids: number[] }[]> {
  return db
    .selectFrom('lead_change')
    .select([
      sql<number | null>`(after ->> 'list_id')::bigint`.as('list_id'),
      sql<number[]>`array_agg(lead_id order by lead_id)`.as('ids'),
    ])
    .where('account_id', '=', entry.accountId)
    .where('history_id', '=', entry.historyId)
    .where(condition)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
}
