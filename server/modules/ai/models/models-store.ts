import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, updateRows } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface ModelKeyTable {
  account_id: number
  base_url: string
  model: string
  sealed: string
  hint: string | null
  tested_at: Date | null
  problem: string | null
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    model_key: ModelKeyTable
    model_key_info: ReadOnly<ModelKeyTable, 'account_id'>
  }
}

export const upsertModelKey = (db: Db, key: Omit<ModelKeyTable, 'created_at'>) => {
  const { account_id, ...set } = key
  return db
    .insertInto('model_key')
    .values({ account_id, ...set })
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet({ ...set, created_at: sql<Date>`excluded.created_at` }),
    )
    .execute()
}

export const findModelKey = (db: Db, accountId: number) => findRow(db, 'model_key', { account_id: accountId })

export const recordModelTest = (
  db: Db,
  accountId: number,
  test: Pick<ModelKeyTable, 'tested_at' | 'problem'>,
) => updateRows(db, 'model_key', { account_id: accountId }, test)

export const deleteModelKey = (db: Db, accountId: number) =>
  db.deleteFrom('model_key').where('account_id', '=', accountId).returning('account_id').executeTakeFirst()

/** Inputs for an account's model: its place in the tree, the nearest key. */
export interface ModelStatus {
  parent_id: number | null
  key: {
    account_id: number
    parent_id: number | null
    base_url: string
    model: string
    sealed: string
  } | null
}

/** The account's own key, else the nearest ancestor's. */
export async function modelStatus(db: Db, accountId: number): Promise<ModelStatus | undefined> {
  const { rows } = await sql<ModelStatus>`
    select a.parent_id, to_jsonb(k) as key
    from account_node a
    left join lateral (
      select m.account_id, o.parent_id, m.base_url, m.model, m.sealed from model_key m join account_node o on o.id = m.account_id
      where m.account_id = any(a.path) order by array_position(a.path, m.account_id) desc limit 1) k on true
    where a.id = ${accountId}`.execute(db)
  return rows[0]
}
