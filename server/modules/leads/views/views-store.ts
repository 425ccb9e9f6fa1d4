import { type Generated, type Selectable, sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ViewColumns, ViewFilters } from '#contract/leads/views.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'

interface LeadViewTable {
  account_id: number
  id: Generated<number>
  list_type: ListTypeId
  owner_id: number
  name: string
  visibility: 'mine' | 'everyone'
  filters: ViewFilters
  sort: string | null
  columns: ViewColumns
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
interface LeadViewChoiceTable {
  account_id: number
  user_id: number
  list_type: ListTypeId
  default_view_id: number | null
  columns: ViewColumns | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    lead_view: LeadViewTable
    lead_view_choice: LeadViewChoiceTable
  }
}
export type LeadViewRow = Selectable<LeadViewTable>
export type LeadViewChoice = Selectable<LeadViewChoiceTable>

const json = (value: object | null): never => (value && JSON.stringify(value)) as never
const now = sql<Date>`now()`

/** How many views a person has. */
export async function countViews(db: Db, accountId: number, ownerId: number): Promise<number> {
  const { total } = await db
    .selectFrom('lead_view')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insertView = (
  db: Db,
  view: Pick<
    LeadViewRow,
    'account_id' | 'list_type' | 'owner_id' | 'name' | 'visibility' | 'filters' | 'sort' | 'columns'
  >,
): Promise<LeadViewRow> =>
  insertRow(db, 'lead_view', {
    ...view,
    filters: json(view.filters),
    columns: json(view.columns),
    deleted_at: null,
  })

export const lockView = (db: Db, accountId: number, id: number) =>
  lockRow(db, 'lead_view', { account_id: accountId, id })

/** Changeable columns of a view; absent or undefined ones stay. */
export type ViewChange = {
  [K in 'name' | 'visibility' | 'filters' | 'sort' | 'columns']?: LeadViewRow[K] | undefined
}

export const updateView = (db: Db, accountId: number, id: number, change: ViewChange) => {
  const { filters, columns, ...plain } = change
  return updateRows(
    db,
    'lead_view',
    { account_id: accountId, id },
    {
      ...plain,
      ...(filters && { filters: json(filters) }),
      ...(columns && { columns: json(columns) }),
      updated_at: now,
    },
  )
}

export const setDeleted = (db: Db, accountId: number, id: number, deleted: boolean) =>
  updateRows(db, 'lead_view', { account_id: accountId, id }, { deleted_at: deleted ? now : null })

/** A person's default for a list type, or undefined. */
export const findChoice = (db: Db, accountId: number, userId: number, type: ListTypeId) =>
  findRow(db, 'lead_view_choice', { account_id: accountId, user_id: userId, list_type: type })

/** Stores a default; absent settings stay. */
export function upsertChoice(
  db: Db,
  key: Pick<LeadViewChoice, 'account_id' | 'user_id' | 'list_type'>,
  choice: Partial<Pick<LeadViewChoice, 'default_view_id' | 'columns'>>,
) {
  const set = { ...choice, ...('columns' in choice && { columns: json(choice.columns ?? null) }) }
  return db
    .insertInto('lead_view_choice')
    .values({ default_view_id: null, columns: null, ...key, ...set })
    .onConflict((oc) =>
      oc.columns(['account_id', 'user_id', 'list_type']).doUpdateSet({ user_id: key.user_id, ...set }),
    )
    .execute()
}

/** Deletes views that were deleted more than 30 days ago. */
export const removeOldViews = (db: Db) =>
  db
    .deleteFrom('lead_view')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${BIN_DAYS})`)
    .execute()
