import { type Generated, type Selectable, sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { FormField } from '#contract/prospecting/forms.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow, lockRow } from '#server/platform/db/rows.ts'

interface FormTable {
  account_id: number
  id: Generated<number>
  key: string
  name: string
  list_id: number
  list_type: ListTypeId
  heading: string
  intro: string | null
  fields: FormField[]
  submit_label: string
  consent: string | null
  thanks_text: string
  thanks_url: string | null
  label_ids: number[]
  notify_ids: number[]
  needs_confirmation: boolean
  active: boolean
  created_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    form: FormTable
  }
}
export type FormRow = Selectable<FormTable>
export type FormContent = Omit<
  FormRow,
  'account_id' | 'id' | 'key' | 'created_by' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const findForms = (db: Db, accountId: number): Promise<FormRow[]> =>
  db
    .selectFrom('form')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

export const findForm = (db: Db, accountId: number, id: number): Promise<FormRow | undefined> =>
  findRow(db, 'form', { account_id: accountId, id })

/** The one of this name that was deleted last. */
export const findDeletedForm = (db: Db, accountId: number, name: string) =>
  db
    .selectFrom('form')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockForm = (db: Db, accountId: number, id: number): Promise<FormRow | undefined> =>
  lockRow(db, 'form', { account_id: accountId, id })

/** The form of a public address, of whichever account. */
export const findFormByKey = (db: Db, key: string): Promise<FormRow | undefined> =>
  db.selectFrom('form').selectAll().where('key', '=', key).where('deleted_at', 'is', null).executeTakeFirst()

export const insertForm = (
  db: Db,
  { fields, ...form }: FormContent & Pick<FormRow, 'account_id' | 'key' | 'created_by'>,
): Promise<FormRow> => insertRow(db, 'form', { ...form, fields: asJson(fields), deleted_at: null })

export function updateForm(
  db: Db,
  { account_id, id }: Pick<FormRow, 'account_id' | 'id'>,
  change: Partial<FormContent> | { deleted: boolean },
): Promise<FormRow> {
  const now = sql<Date>`now()`
  const set =
    'deleted' in change
      ? { deleted_at: change.deleted ? now : null }
      : { ...change, ...('fields' in change && { fields: asJson(change.fields) }), updated_at: now }
  return db
    .updateTable('form')
    .set(set)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes forms that were deleted more than 30 days ago; what was sent with them stays. */
export const removeOldForms = (db: Db) =>
  db
    .deleteFrom('form')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${BIN_DAYS})`)
    .execute()
