import { type Generated, sql } from 'kysely'
import type { SettingName } from '#contract/core/settings.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

interface SettingTable {
  name: SettingName
  value: boolean
  updated_by: number | null
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    setting: SettingTable
  }
}

export const findSettings = (db: Db) =>
  db
    .selectFrom('setting as s')
    .leftJoin('member as u', 'u.id', 's.updated_by')
    .select(['s.name', 's.value', 's.updated_at', 'u.name as changed_by'])
    .execute()

export const findSetting = (db: Db, name: SettingName) => findRow(db, 'setting', { name }, ['value'])

export const lockSettings = (db: Db) => sql`lock table setting in share row exclusive mode`.execute(db)

export const saveSetting = (db: Db, name: SettingName, value: boolean, userId: number) =>
  sql`insert into setting (name, value, updated_by, updated_at)
    values (${name}, ${JSON.stringify(value)}::jsonb, ${userId}, now())
    on conflict (name) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    db,
  )
