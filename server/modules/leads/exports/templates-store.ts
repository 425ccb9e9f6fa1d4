import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { FileChoices } from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, insertRow } from '#server/platform/db/rows.ts'

interface ExportTemplateTable {
  account_id: number
  id: Generated<number>
  list_type: ListTypeId
  owner_id: number
  name: string
  is_shared: boolean
  choices: FileChoices
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    export_template: ExportTemplateTable
  }
}
export type TemplateRow = Selectable<ExportTemplateTable>

/** A person of an account. */
interface Person {
  accountId: number
  userId: number
}

const visibleTo = (db: Db, { accountId, userId }: Person) =>
  db
    .selectFrom('export_template')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(owner_id = ${userId} or is_shared)`)

/** Templates of a list type visible to a person, by name. */
export const findTemplates = (db: Db, person: Person, type: ListTypeId): Promise<TemplateRow[]> =>
  visibleTo(db, person).where('list_type', '=', type).orderBy(sql`lower(name)`).orderBy('id').execute()

/** A template visible to a person, or undefined. */
export const findTemplate = (db: Db, person: Person, id: number): Promise<TemplateRow | undefined> =>
  visibleTo(db, person).where('id', '=', id).executeTakeFirst()

/** A template visible to a person, locked; or undefined. */
export const lockTemplate = (db: Db, person: Person, id: number): Promise<TemplateRow | undefined> =>
  visibleTo(db, person).where('id', '=', id).forUpdate().executeTakeFirst()

export async function countTemplates(db: Db, accountId: number): Promise<number> {
  const { total } = await db
    .selectFrom('export_template')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insertTemplate = (db: Db, row: Omit<TemplateRow, 'id' | 'updated_at'>): Promise<TemplateRow> =>
  insertRow(db, 'export_template', { ...row, choices: asJson(row.choices) })

/** Changeable columns of a template; absent or undefined ones stay. */
export type TemplateChange = { [K in 'name' | 'is_shared' | 'choices']?: TemplateRow[K] | undefined }

export const updateTemplate = (
  db: Db,
  { account_id, id }: TemplateRow,
  { choices, ...plain }: TemplateChange,
): Promise<TemplateRow> =>
  db
    .updateTable('export_template')
    .set({ ...plain, ...(choices && { choices: asJson(choices) }), updated_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteTemplate = (db: Db, { account_id, id }: TemplateRow) =>
  deleteRows(db, 'export_template', { account_id, id })
