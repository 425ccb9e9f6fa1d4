import { type Generated, type Selectable, sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'
import type { SeenLists } from '#server/platform/db/seen-lists.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface ListTable {
  account_id: number
  id: Generated<number>
  type: ListTypeId
  name: string
  search: Record<string, unknown> | null
  is_archived: Generated<boolean>
  lead_count: Generated<number>
  /** Of them, those with a found or potential email. */
  email_count: Generated<number>
  tags: Generated<string[]>
  /** Its folder, in one spelling per account. */
  folder: string | null
  lead_source: string | null
  created_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    list: ListTable
    list_info: ReadOnly<
      ListTable,
      | 'account_id'
      | 'id'
      | 'type'
      | 'name'
      | 'is_archived'
      | 'lead_count'
      | 'tags'
      | 'lead_source'
      | 'created_at'
      | 'deleted_at'
      | 'created_by'
    >
  }
}
export type ListRow = Selectable<ListTable>

const LIST_COLUMNS = [
  'account_id',
  'id',
  'type',
  'name',
  'search',
  'is_archived',
  'lead_count',
  'email_count',
  'tags',
  'folder',
  'lead_source',
  'created_by',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

const now = sql<Date>`now()`

export const insertList = (
  db: Db,
  list: {
    accountId: number
    type: ListTypeId
    name: string
    search: Record<string, unknown> | null
    tags?: string[]
    leadSource?: string | null
    folder?: string | null
    createdBy: number
  },
): Promise<ListRow> =>
  insertRow(db, 'list', {
    account_id: list.accountId,
    type: list.type,
    name: list.name,
    search: list.search && asJson(list.search),
    created_by: list.createdBy,
    ...(list.tags && { tags: list.tags }),
    lead_source: list.leadSource ?? null,
    folder: list.folder ?? null,
    deleted_at: null,
  })

/** A list, including a deleted one. */
export const lookUpList = (db: Db, accountId: number, id: number) =>
  findRow(db, 'list', { account_id: accountId, id }, [
    'name',
    'type',
    'tags',
    'lead_source',
    'deleted_at',
    'created_by',
  ])

/** A list that is not in the trash. */
export async function findList(db: Db, accountId: number, id: number): Promise<ListRow | undefined> {
  return (await activeList(db, accountId, id))[0]
}

const activeList = prepared((db, accountId: number, id: number) =>
  db
    .selectFrom('list')
    .select(LIST_COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

/** Writes attributes that apply to every lead of a list. */
export const setDetails = (
  db: Db,
  accountId: number,
  id: number,
  details: { tags: string[]; lead_source: string | null },
) => updateRows(db, 'list', { account_id: accountId, id }, { ...details, updated_at: now })

/** Locks a list against changes only: a new run, which refers to its list, must not block this. */
export const lockList = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('list')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const renameList = (db: Db, accountId: number, id: number, name: string) =>
  updateRows(db, 'list', { account_id: accountId, id }, { name, updated_at: now })

const byIds = (db: Db, { accountId, listsOf }: SeenLists, ids: number[]) =>
  db
    .updateTable('list')
    .$if(listsOf !== null, (query) => query.where('created_by', '=', listsOf))
    .where('account_id', '=', accountId)
    // Locked in order, as when an email is updated in many lists, to avoid deadlocks.
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('list as held')
        .select('held.id')
        .where('held.account_id', '=', accountId)
        .where('held.id', '=', sql<number>`any(${ids}::bigint[])`)
        .orderBy('held.id')
        .forNoKeyUpdate(),
    )

/** Those of the lists that the person sees. */
export async function findSeen(db: Db, { accountId, listsOf }: SeenLists, ids: number[]): Promise<number[]> {
  if (listsOf === null) return ids
  const rows = await db
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_by', '=', listsOf)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets the flag on active lists; returns the changed ids. */
export async function setArchived(
  db: Db,
  seen: SeenLists,
  ids: number[],
  archived: boolean,
): Promise<number[]> {
  const rows = await byIds(db, seen, ids)
    .set({ is_archived: archived, updated_at: now })
    .where('deleted_at', 'is', null)
    .where('is_archived', '<>', archived)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The folder with this name, ignoring case, as it is spelled now; null if there is none yet. */
export async function findFolder(db: Db, accountId: number, folder: string): Promise<string | null> {
  const row = await db
    .selectFrom('list')
    .select('folder')
    .where('account_id', '=', accountId)
    .where(sql`lower(folder)`, '=', sql`lower(${folder})`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.folder ?? null
}

/** Moves active lists to a folder, or out of theirs; returns the changed ids. */
export async function setFolder(
  db: Db,
  seen: SeenLists,
  ids: number[],
  folder: string | null,
): Promise<number[]> {
  const rows = await byIds(db, seen, ids)
    .set({ folder, updated_at: now })
    .where('deleted_at', 'is', null)
    .where('folder', 'is distinct from', folder)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes or restores lists; returns the changed ids. */
export async function setDeleted(
  db: Db,
  seen: SeenLists,
  ids: number[],
  deleted: boolean,
): Promise<number[]> {
  const rows = await byIds(db, seen, ids)
    .set({ deleted_at: deleted ? now : null, updated_at: now })
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export interface CountChange {
  leads: number
  emails: number
}

export const addToCounts = (db: Db, accountId: number, id: number, { leads, emails }: CountChange) =>
  updateRows(
    db,
    'list',
    { account_id: accountId, id },
    {
      lead_count: sql<number>`lead_count + ${leads}`,
      email_count: sql<number>`email_count + ${emails}`,
      updated_at: now,
    },
  )

/**
 * Number of lists created by each user of an account, including archived and deleted ones; users who created
 * none are omitted.
 */
export async function countByCreator(db: Db, accountId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('list')
    .select((eb) => ['created_by', eb.fn.countAll<number>().as('lists')])
    .where('account_id', '=', accountId)
    .where('created_by', 'is not', null)
    .groupBy('created_by')
    .execute()
  return new Map(rows.map((row) => [row.created_by as number, Number(row.lists)]))
}

/** Hands all of `from`'s lists over to `to`, locked in order to avoid deadlocks. @returns their ids. */
export async function changeCreator(db: Db, accountId: number, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_by', '=', from)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await byIds(db, { accountId, listsOf: from }, ids).set({ created_by: to }).execute()
  return ids
}

/** Lists that have been in the trash for longer than it keeps them. */
export const findExpiredLists = (db: Db) =>
  db
    .selectFrom('list')
    .select(['account_id', 'id'])
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${BIN_DAYS})`)
    .limit(100)
    .execute()

/** Deletes an empty list with its history, when no run refers to it any more. */
export async function forgetList(db: Db, accountId: number, id: number): Promise<void> {
  await deleteRows(db, 'history', { account_id: accountId, list_id: id })
  await deleteRows(db, 'list_pin', { account_id: accountId, list_id: id })
  await deleteRows(db, 'list', { account_id: accountId, id })
}
