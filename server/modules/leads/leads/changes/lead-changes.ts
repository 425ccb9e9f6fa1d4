import { sql } from 'kysely'
import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'
import type { Origin } from '../leads-store.ts'

/** One side of a lead's change, before or after: only what differs. */
export interface ChangedParts {
  values?: Record<string, string | number | null>
  /** Null: the lead's default source. */
  origins?: Record<string, Origin | null>
  list_id?: number
  is_deleted?: boolean
  /** Removed labels, and in `after` added ones. */
  labels?: number[]
}

interface LeadChangeTable {
  account_id: number
  history_id: number
  lead_id: number
  before: ChangedParts
  after: ChangedParts
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    lead_change: LeadChangeTable
    lead_change_info: ReadOnly<LeadChangeTable, 'account_id' | 'history_id' | 'lead_id' | 'after'>
  }
}
export type LeadChange = Pick<LeadChangeTable, 'lead_id' | 'before' | 'after'>

/** A history entry. */
interface Entry {
  accountId: number
  historyId: number
}

/** Merges a part of two changes of a lead: `before` keeps the earlier values, `after` the later ones. */
const joined = (side: 'before' | 'after', part: 'values' | 'origins') => {
  const [first, last] = side === 'before' ? ['excluded', 'lead_change'] : ['lead_change', 'excluded']
  return sql.raw(
    `coalesce(${first}.${side} -> '${part}', '{}') || coalesce(${last}.${side} -> '${part}', '{}')`,
  )
}
const joinedSide = (side: 'before' | 'after') =>
  sql`${sql.ref(`lead_change.${side}`)} || jsonb_set(jsonb_set('{}'::jsonb, '{values}', ${joined(side, 'values')}), '{origins}', ${joined(side, 'origins')})`

/**
 * Records a history entry's changes of each lead, in their transaction. Values that an entry changes in several
 * steps keep their value from before the first.
 */
export async function insertChanges(db: Db, entry: Entry, changes: LeadChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`insert into lead_change (account_id, history_id, lead_id, before, after)
    select ${entry.accountId}, ${entry.historyId}, n.lead_id, n.before, n.after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(lead_id bigint, before jsonb, after jsonb)
    on conflict (account_id, history_id, lead_id) do update
      set before = ${joinedSide('before')}, after = ${joinedSide('after')}`.execute(db)
}

/** Which parts any lead of an entry has, in one query instead of one per part. */
export async function findParts(
  db: Db,
  entry: Entry,
): Promise<Record<keyof Omit<ChangedParts, 'origins'>, boolean>> {
  const has = (part: string) => sql<boolean>`coalesce(bool_or(after ? ${sql.lit(part)}), false)`
  return db
    .selectFrom('lead_change')
    .select([
      has('values').as('values'),
      has('list_id').as('list_id'),
      has('is_deleted').as('is_deleted'),
      has('labels').as('labels'),
    ])
    .where('account_id', '=', entry.accountId)
    .where('history_id', '=', entry.historyId)
    .executeTakeFirstOrThrow()
}

/** Whether only the status changed, as in a bulk change. */
const STATUS_ONLY = sql<boolean>`(after -> 'values' ? 'lead_status' and after - 'values' = '{}'
  and (after -> 'values') - 'lead_status' = '{}')`

/** One entry's value changes, in chunks by lead; changes of the status alone are in `statusChanges`. */
export async function* readValues(db: Db, entry: Entry, size: number): AsyncGenerator<LeadChange[]> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('lead_change')
      .select(['lead_id', 'before', 'after'])
      .where('account_id', '=', entry.accountId)
      .where('history_id', '=', entry.historyId)
      .where('lead_id', '>', after)
      .where(sql<boolean>`after ? 'values' and not ${STATUS_ONLY}`)
      .orderBy('lead_id')
      .limit(size)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)!.lead_id
  }
}

/** One entry's changes of the status alone: the leads of each status before and after. */
export async function statusChanges(
  db: Db,
  { accountId, historyId }: Entry,
): Promise<{ before: LeadStatus; after: LeadStatus; ids: number[] }[]> {
  const { rows } = await sql<{ before: LeadStatus; after: LeadStatus; ids: number[] }>`
    select before -> 'values' ->> 'lead_status' as before, after -> 'values' ->> 'lead_status' as after,
      array_agg(lead_id order by lead_id) as ids
    from lead_change where account_id = ${accountId} and history_id = ${historyId} and ${STATUS_ONLY}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, ids: row.ids.map(Number) }))
}

/** Labels one entry added and removed: the leads of each combination. */
export async function labelChanges(
  db: Db,
  { accountId, historyId }: Entry,
): Promise<{ removed: number[]; added: number[]; ids: number[] }[]> {
  const { rows } = await sql<{ removed: number[]; added: number[]; ids: number[] }>`
    select before -> 'labels' as removed, after -> 'labels' as added, array_agg(lead_id order by lead_id) as ids
    from lead_change where account_id = ${accountId} and history_id = ${historyId} and after ? 'labels'
    group by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, ids: row.ids.map(Number) }))
}

/** History entries' changes of one lead. */
export async function changesOfLead(
  db: Db,
  accountId: number,
  leadId: number,
): Promise<Map<number, LeadChange>> {
  const rows = await db
    .selectFrom('lead_change')
    .select(['history_id', 'lead_id', 'before', 'after'])
    .where('account_id', '=', accountId)
    .where('lead_id', '=', leadId)
    .orderBy('history_id', 'desc')
    .limit(200)
    .execute()
  return new Map(rows.map(({ history_id, ...change }) => [history_id, change]))
}

/** A side of a change without the values for which `isGone`; null when all of them stay. */
function withoutGone(side: ChangedParts, isGone: (field: string, origin: Origin | null) => boolean) {
  const cleared = Object.entries(side.values ?? {}).filter(
    ([field, value]) => value !== null && isGone(field, side.origins?.[field] ?? null),
  )
  if (cleared.length === 0) return null
  return {
    ...side,
    values: { ...side.values, ...Object.fromEntries(cleared.map(([field]) => [field, null])) },
  }
}

/** Clears values in history entries of leads. A null source is the lead's default. */
export async function rewriteChanges(
  db: Db,
  accountId: number,
  leadIds: readonly number[],
  isGone: (leadId: number, field: string, origin: Origin | null) => boolean,
): Promise<void> {
  const rows = await db
    .selectFrom('lead_change')
    .select(['history_id', 'lead_id', 'before', 'after'])
    .where('account_id', '=', accountId)
    .where('lead_id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()
  for (const { history_id, lead_id, before, after } of rows) {
    const isCleared = (field: string, origin: Origin | null) => isGone(lead_id, field, origin)
    const [was, is] = [withoutGone(before, isCleared), withoutGone(after, isCleared)]
    if (!was && !is) continue
    await sql`update lead_change set before = ${JSON.stringify(was ?? before)}::jsonb,
        after = ${JSON.stringify(is ?? after)}::jsonb
      where account_id = ${accountId} and history_id = ${history_id} and lead_id = ${lead_id}`.execute(db)
  }
}
