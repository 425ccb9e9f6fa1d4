import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { ChargeKind } from '#contract/core/constants.ts'
import type { Db } from '#server/platform/db/db.ts'
import { updateRows } from '#server/platform/db/rows.ts'

type Prices = Partial<Record<ChargeKind, number>>
interface SourceSettingTable {
  source_id: string
  place: number | null
  is_on: Generated<boolean>
  prices: JSONColumnType<Prices, string, string>
  daily_limit: number | null
  /** Retention of its values in days; null: as its terms allow. */
  retention_days: number | null
  /** The retention already applied to leads. */
  retention_noted: number | null
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_setting: SourceSettingTable
    source_retention_info: ReadOnly<SourceSettingTable, 'source_id' | 'retention_days' | 'retention_noted'>
  }
}

export const findSettings = (db: Db) => db.selectFrom('source_setting').selectAll().execute()

export const saveSetting = (
  db: Db,
  sourceId: string,
  setting: { is_on: boolean; prices: Prices; daily_limit: number | null },
) => {
  const set = { ...setting, prices: JSON.stringify(setting.prices), updated_at: sql<Date>`now()` }
  return db
    .insertInto('source_setting')
    .values({ source_id: sourceId, place: null, retention_days: null, retention_noted: null, ...set })
    .onConflict((oc) => oc.column('source_id').doUpdateSet(set))
    .execute()
}

/** Stores the order of sources; omitted ones have no position. */
export const saveOrder = (db: Db, ids: readonly string[]) =>
  sql`with given as (select id, n::int as n from unnest(${ids}::text[]) with ordinality g (id, n)),
      others as (update source_setting set place = null where source_id <> all(${ids}::text[]))
    insert into source_setting as s (source_id, place) select id, n from given
    on conflict (source_id) do update set place = excluded.place`.execute(db)

/** Stores the position of one source; null: after those that have one. */
export const savePlace = (db: Db, sourceId: string, place: number | null) =>
  sql`insert into source_setting (source_id, place) values (${sourceId}, ${place})
    on conflict (source_id) do update set place = excluded.place`.execute(db)

/** Sets for how many days values of a source are kept; null: as its terms allow. */
export const saveRetention = (db: Db, sourceId: string, days: number | null) =>
  sql`insert into source_setting (source_id, retention_days, updated_at) values (${sourceId}, ${days}, now())
    on conflict (source_id) do update
      set retention_days = excluded.retention_days, updated_at = excluded.updated_at`.execute(db)

/** Records the retention applied to leads. */
export const noteRetention = (db: Db, sourceId: string, days: number | null) =>
  updateRows(db, 'source_setting', { source_id: sourceId }, { retention_noted: days })
