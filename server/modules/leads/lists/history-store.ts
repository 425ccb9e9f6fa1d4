import { type Generated, sql } from 'kysely'
import { HISTORY_EVENT_NAMES, type HistoryEventName } from '#contract/leads/history.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { lockRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface HistoryTable {
  account_id: number
  id: Generated<number>
  list_id: number
  lead_id: number | null
  run_id: number | null
  user_id: number | null
  event: HistoryEventName
  detail: Record<string, unknown>
  created_at: Generated<Date>
  undone_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    history: HistoryTable
    history_info: ReadOnly<
      HistoryTable,
      'account_id' | 'id' | 'run_id' | 'event' | 'undone_at' | 'created_at'
    >
  }
}

export interface HistoryEvent {
  accountId: number
  listId: number
  leadId?: number | null
  runId?: number | null
  userId: number | null
  event: HistoryEventName
  detail?: Record<string, unknown>
}

/** Records an event in its transaction. @returns the entry's id, which is the undo token. */
export async function recordHistory(db: Db, events: HistoryEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  const rows = await db
    .insertInto('history')
    .values(
      events.map((event) => ({
        account_id: event.accountId,
        list_id: event.listId,
        lead_id: event.leadId ?? null,
        run_id: event.runId ?? null,
        user_id: event.userId,
        event: event.event,
        detail: asJson(event.detail ?? {}),
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Entries of single leads. */
const LEAD_EVENTS = HISTORY_EVENT_NAMES.filter((name) => name.startsWith('lead.'))

export async function listHistory(
  db: Db,
  accountId: number,
  listId: number,
  page: { page: number; limit: number },
) {
  // Single leads have their own histories: a run would fill pages of the list's.
  const base = db
    .selectFrom('history as h')
    .where('h.account_id', '=', accountId)
    .where('h.list_id', '=', listId)
    .where('h.event', 'not in', LEAD_EVENTS)
  return readPage(
    base,
    base
      .leftJoin('member as u', 'u.id', 'h.user_id')
      .selectAll('h')
      .select('u.email as user_email')
      .select(
        sql<boolean>`h.undone_at is null and h.event <> 'leads.undone' and exists (
        select 1 from lead_change_info c where c.account_id = ${accountId} and c.history_id = h.id)`.as(
          'can_undo',
        ),
      )
      .orderBy('h.id', 'desc'),
    page,
  )
}

const userName = sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`

/** One lead's history, newest first: its own entries and bulk entries that include it. */
export const historyOfLead = (db: Db, accountId: number, leadId: number, bulkIds: number[]) =>
  db
    .selectFrom('history as h')
    .leftJoin('member as u', 'u.id', 'h.user_id')
    .selectAll('h')
    .select(['u.email as user_email', userName.as('user_name')])
    .where('h.account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('h.lead_id', '=', leadId), eb('h.id', '=', sql<number>`any(${bulkIds}::bigint[])`)]),
    )
    .orderBy('h.id', 'desc')
    .limit(200)
    .execute()

/** Who started a run in a list, from the list's history; undefined when unknown. */
export const starterOfRun = (db: Db, accountId: number, listId: number, runId: number) =>
  db
    .selectFrom('history as h')
    .innerJoin('member as u', 'u.id', 'h.user_id')
    .select(['u.email as user_email', userName.as('user_name')])
    .where('h.account_id', '=', accountId)
    .where('h.list_id', '=', listId)
    .where('h.run_id', '=', runId)
    .where(sql<boolean>`h.event like 'run.%'`)
    .limit(1)
    .executeTakeFirst()

/** A run's first entry in its list's history, or its first one of a kind, locked; undefined without one. */
export const lockEntryOfRun = (
  db: Db,
  {
    accountId,
    listId,
    runId,
    event,
  }: { accountId: number; listId: number; runId: number; event?: HistoryEventName },
) =>
  db
    .selectFrom('history')
    .select(['id', 'undone_at'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('run_id', '=', runId)
    .where(event ? sql<boolean>`event = ${event}` : sql<boolean>`event like 'run.%'`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

const makeEntryKey = (place: { accountId: number; historyId: number }) => ({
  account_id: place.accountId,
  id: place.historyId,
})

export const lockEntry = (db: Db, place: { accountId: number; listId: number; historyId: number }) =>
  lockRow(db, 'history', { account_id: place.accountId, list_id: place.listId, id: place.historyId }, [
    'id',
    'event',
    'undone_at',
  ])

/** Marks an entry as undone now. */
export const setUndone = (db: Db, place: { accountId: number; historyId: number }) =>
  db
    .updateTable('history')
    .set({ undone_at: sql<Date>`now()` })
    .where((eb) => eb.and(makeEntryKey(place)))
    .execute()

/** Replaces an entry's `detail`. */
export const setDetail = (
  db: Db,
  place: { accountId: number; historyId: number },
  detail: Record<string, unknown>,
) =>
  db
    .updateTable('history')
    .set({ detail: asJson(detail) })
    .where((eb) => eb.and(makeEntryKey(place)))
    .execute()

/** Adds a change's number of leads to its entry. */
export const setCount = (db: Db, place: { accountId: number; historyId: number }, count: number) =>
  db
    .updateTable('history')
    .set({ detail: sql`detail || ${JSON.stringify({ count })}::jsonb` as never })
    .where((eb) => eb.and(makeEntryKey(place)))
    .execute()

/** Deletes an empty entry. */
export const removeEntry = (db: Db, place: { accountId: number; historyId: number }) =>
  db
    .deleteFrom('history')
    .where((eb) => eb.and(makeEntryKey(place)))
    .execute()
