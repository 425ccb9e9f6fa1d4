import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { InstallationPartName, KitPartName } from '#contract/admin/kit-part-names.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow, updateRows } from '#server/platform/db/rows.ts'

/** Contents by part and name. */
export type Settings = Partial<Record<KitPartName | InstallationPartName, Record<string, unknown>>>

/** A setting that a kit changed: null where there was none, or is none now. */
export interface Touched {
  part: KitPartName
  name: string
  before: unknown
  after: unknown
}

interface KitUseTable {
  account_id: number
  id: Generated<number>
  kit: string
  /** The version that was applied, of a stored kit; null for a document. */
  kit_id: number | null
  kit_version: number | null
  document: Settings
  touched: Touched[]
  applied_by: number | null
  applied_from: number
  applied_at: Generated<Date>
  rolled_back_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    kit_use: KitUseTable
  }
}
export type KitUseRow = Selectable<KitUseTable>

/** Uses follow each other by the name of the kit, and those of a stored one also when it was renamed. */
export type KitIdentity = Pick<KitUseRow, 'kit' | 'kit_id'>

const usesOf = (db: Db, accountId: number) =>
  db.selectFrom('kit_use').selectAll().where('account_id', '=', accountId)

export const listUses = (db: Db, accountId: number): Promise<KitUseRow[]> =>
  usesOf(db, accountId).orderBy('id', 'desc').limit(100).execute()

export const findUse = (db: Db, accountId: number, id: number): Promise<KitUseRow | undefined> =>
  usesOf(db, accountId).where('id', '=', id).executeTakeFirst()

/** The newest use of a kit that still counts. */
export const findNewestUse = (
  db: Db,
  accountId: number,
  { kit, kit_id }: KitIdentity,
): Promise<KitUseRow | undefined> =>
  usesOf(db, accountId)
    .where(sql<SqlBool>`(lower(kit) = lower(${kit}) or kit_id = ${kit_id}::bigint)`)
    .where('rolled_back_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertUse = (
  db: Db,
  use: Omit<KitUseRow, 'id' | 'applied_at' | 'rolled_back_at'>,
): Promise<KitUseRow> =>
  insertRow(db, 'kit_use', {
    ...use,
    document: asJson(use.document),
    touched: asJson(use.touched),
    rolled_back_at: null,
  })

export const setRolledBack = (db: Db, accountId: number, id: number): Promise<unknown> =>
  updateRows(db, 'kit_use', { account_id: accountId, id }, { rolled_back_at: sql<Date>`now()` })
