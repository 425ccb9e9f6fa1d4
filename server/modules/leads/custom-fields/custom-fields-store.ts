import { type Generated, type Selectable, sql } from 'kysely'
import type { CustomFieldKind } from '#contract/leads/custom-fields.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRows, insertRow, lockRow } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'

interface CustomFieldTable {
  account_id: number
  id: Generated<number>
  name: string
  label: string
  kind: CustomFieldKind
  /** Values it takes; null: any. */
  choices: string[] | null
  created_by: number | null
  created_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    custom_field: CustomFieldTable
  }
}
export type CustomFieldRow = Selectable<CustomFieldTable>

/** An account's custom fields, by label, without deleted ones. */
export const findCustomFields = prepared((db, accountId: number) =>
  db
    .selectFrom('custom_field')
    .select([
      'account_id',
      'id',
      'name',
      'label',
      'kind',
      'choices',
      'created_by',
      'created_at',
      'deleted_at',
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(label)`),
)

/** One field, deleted or not, locked. */
export const lockCustomField = (db: Db, accountId: number, id: number): Promise<CustomFieldRow | undefined> =>
  lockRow(db, 'custom_field', { account_id: accountId, id })

/** All names ever used, including deleted fields: a name never gets another meaning. */
export async function takenNames(db: Db, accountId: number): Promise<Set<string>> {
  const rows = await findRows(db, 'custom_field', { account_id: accountId }, ['name'])
  return new Set(rows.map(({ name }) => name))
}

/** A deleted field by its name. */
export const findDeletedField = async (db: Db, accountId: number, name: string) =>
  (await findRows(db, 'custom_field', { account_id: accountId, name }, ['id', 'kind', 'deleted_at'])).find(
    (row) => row.deleted_at !== null,
  )

/** Locks an account's fields, so that two new ones do not take one name. */
export const lockCustomFields = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('custom_field'), ${accountId}::int)`.execute(db)

export const insertCustomField = (
  db: Db,
  field: {
    account_id: number
    name: string
    label: string
    kind: CustomFieldKind
    choices: string[] | null
    created_by: number | null
  },
): Promise<CustomFieldRow> => insertRow(db, 'custom_field', { ...field, deleted_at: null })

export type FieldChange = { label: string; choices: string[] | null } | { deleted: boolean }

export const updateCustomField = (
  db: Db,
  { account_id, id }: Pick<CustomFieldRow, 'account_id' | 'id'>,
  change: FieldChange,
): Promise<CustomFieldRow> =>
  db
    .updateTable('custom_field')
    .set('deleted' in change ? { deleted_at: change.deleted ? sql<Date>`now()` : null } : change)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Number of active leads with a value in each of these fields. */
export async function countUses(db: Db, accountId: number, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; leads: number }>`
    select k.name, count(*)::int as leads from lead_info lead, jsonb_object_keys(lead.fields) as k(name)
    where lead.account_id = ${accountId} and lead.deleted_at is null and k.name = any(${names}::text[])
    group by k.name`.execute(db)
  return new Map(rows.map(({ name, leads }) => [name, leads]))
}
