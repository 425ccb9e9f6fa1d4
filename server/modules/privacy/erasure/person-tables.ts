import { type RawBuilder, sql } from 'kysely'
import { TABLES } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { MARK, type Pattern } from './person-patterns.ts'

export interface PersonColumn {
  name: string
  type: 'text' | 'jsonb' | 'array'
  isNullable: boolean
  /** Part of a unique index: two rows must not get the same text. */
  isUnique: boolean
}

/** A table that may name a person, with the relevant columns. */
export interface PersonTable {
  name: string
  columns: PersonColumn[]
  /** Primary key columns with their SQL types, in order. */
  keys: { name: string; type: string }[]
  isPerAccount: boolean
  /** Whether its rows belong to one lead. */
  hasLead: boolean
}

/** Tables that are not searched, from the manifest. */
export const NOT_SEARCHED = new Set(
  TABLES.filter(({ erasure }) => erasure === 'skip').map(({ name }) => name),
)

interface CatalogRow {
  table_name: string
  name: string
  type: string
  is_nullable: boolean
  is_generated: boolean
  is_unique: boolean
  key_place: number | null
}

const readType = (type: string): PersonColumn['type'] | null => {
  if (/^(?:text|character varying)(?:\(\d+\))?$/.test(type)) return 'text'
  if (type === 'jsonb') return 'jsonb'
  // Lists of numbers name nobody.
  return /^(?:text|character varying|jsonb)\[\]$/.test(type) ? 'array' : null
}

/** Every table of the database that may name a person, leads first; new tables are included automatically. */
export async function personTables(db: Db): Promise<PersonTable[]> {
  const { rows } = await sql<CatalogRow>`
    select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as is_nullable, a.attgenerated <> '' as is_generated,
      array_position(k.columns, a.attnum) as key_place,
      exists (select from pg_index x where x.indrelid = c.oid and x.indisunique
        and (a.attnum = any(x.indkey::int2[]) or exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid
            and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum))) as is_unique
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join lateral (select x.indkey::int2[] as columns from pg_index x
      where x.indrelid = c.oid and x.indisprimary) k on true
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname <> 'lead', c.relname, a.attnum`.execute(db)
  const tables: PersonTable[] = []
  for (const [name, columns] of Map.groupBy(rows, (row) => row.table_name)) {
    if (NOT_SEARCHED.has(name)) continue
    const texts = columns.flatMap((column) => {
      const type = column.is_generated ? null : readType(column.type)
      return type
        ? [{ name: column.name, type, isNullable: column.is_nullable, isUnique: column.is_unique }]
        : []
    })
    const keys = columns
      .filter(({ key_place }) => key_place !== null)
      .sort((a, b) => Number(a.key_place) - Number(b.key_place))
      .map((column) => ({ name: column.name, type: column.type }))
    const has = (wanted: string) => columns.some((column) => column.name === wanted)
    if (texts.length > 0)
      tables.push({
        name,
        columns: texts,
        keys,
        isPerAccount: has('account_id'),
        hasLead: has('account_id') && has('lead_id'),
      })
  }
  return tables
}

export const namesPerson = (columns: readonly string[], patterns: readonly Pattern[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`),
    sql` || e'\n' || `,
  )}) ~* any(${patterns.map((pattern) => pattern.sql)}::text[])`

/**
 * The column without the person: null where nothing else is left and null is allowed.
 * @param nonce a random text per call, which makes replacements in unique indexes distinct
 */
export function withoutPerson(
  column: PersonColumn,
  patterns: readonly Pattern[],
  nonce: string,
): RawBuilder<unknown> {
  const own = sql.ref(column.name) as unknown as RawBuilder<unknown>
  const mark = column.isUnique
    ? sql`('[erased ' || left(md5(${nonce}::text || ${own}::text), 12) || ']')`
    : sql`${MARK}::text`
  const cleaned = (text: RawBuilder<unknown>) =>
    patterns.reduce((inner, pattern) => sql`regexp_replace(${inner}, ${pattern.sql}, ${mark}, 'gi')`, text)
  if (column.type === 'array')
    return sql`(select array(select ${cleaned(sql`v::text`)} from unnest(${own}) as v)::text[] where ${own} is not null)`
  if (column.type === 'jsonb') {
    // Numbers in JSON have no quotes.
    const numbers = patterns.reduce(
      (inner, { digits }) =>
        digits ? sql`regexp_replace(${inner}, ${`([:[,] *)${digits}(?=[],}])`}, '\\1null', 'g')` : inner,
      sql`${own}::text` as RawBuilder<unknown>,
    )
    return sql`${cleaned(numbers)}::jsonb`
  }
  return column.isNullable ? sql`nullif(${cleaned(own)}, ${mark})` : cleaned(own)
}
