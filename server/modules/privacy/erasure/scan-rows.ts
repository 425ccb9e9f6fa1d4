import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { ErasureScope, RowKey } from './find-person.ts'
import type { Pattern } from './person-patterns.ts'
import { namesPerson, type PersonTable } from './person-tables.ts'

/** A row that names the person. `accountId` is null where it belongs to none. */
export interface NamingRow {
  key: RowKey
  accountId: number | null
}

export interface Batch {
  naming: NamingRow[]
  rows: number
  /** The last searched row; null when the batch was empty. */
  last: RowKey | null
}

const withinScope = (table: PersonTable, { accountIds, isEverywhere }: ErasureScope) => {
  if (isEverywhere) return sql`true`
  return table.isPerAccount ? sql`account_id = any(${accountIds}::bigint[])` : sql`false`
}

const cast = (text: RawBuilder<unknown>, type: string) => sql`(${text})::${sql.raw(type)}`

export const rowsAt = ({ keys }: PersonTable, found: readonly RowKey[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keys.map(({ name }) => sql.ref(name)))}) in (
    select ${sql.join(keys.map(({ type }, at) => cast(sql`k ->> ${sql.lit(at)}`, type)))}
    from jsonb_array_elements(${JSON.stringify(found)}::jsonb) as k)`

/** Number of rows to be searched. */
export async function countRows(db: Db, table: PersonTable, scope: ErasureScope): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table.name)} where ${withinScope(table, scope)}`.execute(db)
  return Number(rows[0]?.rows)
}

/** The next rows of a table in primary key order, without a lock, with those that name the person. */
export async function readBatch(
  db: Db,
  table: PersonTable,
  scope: ErasureScope,
  { patterns, after, limit }: { patterns: readonly Pattern[]; after: RowKey | null; limit: number },
): Promise<Batch> {
  const keys = table.keys.map(({ name }) => sql.ref(name))
  const beyond = after
    ? sql`(${sql.join(keys)}) > (${sql.join(table.keys.map(({ type }, at) => cast(sql`${after[at]}::text`, type)))})`
    : sql`true`
  const { rows } = await sql<{ key: RowKey; named: boolean; seen: number; account_id: number | null }>`
    select key, named, seen, account_id from (
      select array[${sql.join(keys.map((key) => sql`${key}::text`))}] as key,
        ${table.isPerAccount ? sql.ref('account_id') : sql`null::bigint`} as account_id,
        ${namesPerson(
          table.columns.map(({ name }) => name),
          patterns,
        )} as named,
        row_number() over (order by ${sql.join(keys)}) as seen, count(*) over () as size
      from (select * from ${sql.table(table.name)} where ${withinScope(table, scope)} and ${beyond}
        order by ${sql.join(keys)} limit ${limit}) as part) as looked
    where named or seen = size order by seen`.execute(db)
  const last = rows.at(-1)
  return {
    naming: rows.filter(({ named }) => named).map(({ key, account_id }) => ({ key, accountId: account_id })),
    rows: Number(last?.seen ?? 0),
    last: last?.key ?? null,
  }
}
