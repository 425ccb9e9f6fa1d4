import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** A table that may name a person, with the columns that can. */
export interface PersonTable {
  name: string
  columns: { name: string; type: 'text' | 'jsonb' | 'array'; isNullable: boolean }[]
  isPerAccount: boolean
}

/**
 * Tables about the users of this program and how they sign in, and what erasing itself keeps. Whoever has an account
 * here is removed from the team, not erased as a lead.
 */
const OTHERS = new Set(
  `account app_user realm plan plan_version subscription site session api_key identity second_factor recovery_code
  terms terms_acceptance invitation verification member_cap source_credential model_key source_setting source_health source_day source_use
  installation pace mail_reach crm_connection crm_consent crm_mapping
  suppression erasure audit_chain webhook migration rate_limit corpus_area corpus_source corpus_load`.split(
    /\s+/,
  ),
)

/** Every table of the database that may name a person, so that a new one is looked through without a word. */
export async function personTables(db: Db): Promise<PersonTable[]> {
  const { rows } = await sql<{
    table_name: string
    column_name: string
    data_type: string
    udt_name: string
    is_nullable: string
  }>`
    select c.table_name, c.column_name, c.data_type, c.udt_name, c.is_nullable from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`.execute(db)
  const tables = new Map<string, PersonTable>()
  for (const { table_name: name, column_name, data_type, udt_name, is_nullable } of rows) {
    if (OTHERS.has(name)) continue
    const table = tables.get(name) ?? { name, columns: [], isPerAccount: false }
    tables.set(name, table)
    if (column_name === 'account_id') table.isPerAccount = true
    const type = /^(text|character varying)$/.test(data_type)
      ? ('text' as const)
      : data_type === 'jsonb'
        ? ('jsonb' as const)
        : // Lists of numbers name nobody.
          data_type === 'ARRAY' && /^_(?:text|varchar|jsonb)$/.test(udt_name)
          ? ('array' as const)
          : null
    if (type) table.columns.push({ name: column_name, type, isNullable: is_nullable === 'YES' })
  }
  return [...tables.values()].filter(({ columns }) => columns.length > 0)
}

/** Whether a row names the person in one of the columns. */
export const namesPerson = (table: PersonTable, patterns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(e'\n', ${sql.join(
    table.columns.map(({ name }) => sql`${sql.ref(name)}::text`),
  )}) ~* any(${patterns}::text[])`

/** The text without the person: nothing where it was all there was and may be empty. */
export function withoutPerson(
  column: PersonTable['columns'][number],
  patterns: readonly { sql: string; digits: string | null }[],
  mark: string,
): RawBuilder<unknown> {
  const { name, type, isNullable } = column
  const cleaned = (text: RawBuilder<unknown>) =>
    patterns.reduce((inner, pattern) => sql`regexp_replace(${inner}, ${pattern.sql}, ${mark}, 'gi')`, text)
  if (type === 'array')
    return sql`case when ${sql.ref(name)} is null then null else array(select ${cleaned(sql`v::text`)} from unnest(${sql.ref(name)}) as v)::text[] end`
  if (type === 'jsonb') {
    // A number in a document has no quotes around it.
    const numbers = patterns.reduce(
      (inner, { digits }) =>
        digits ? sql`regexp_replace(${inner}, ${`([:[,] *)${digits}(?=[],}])`}, '\\1null', 'g')` : inner,
      sql`${sql.ref(name)}::text` as RawBuilder<unknown>,
    )
    return sql`${cleaned(numbers)}::jsonb`
  }
  const text = cleaned(sql.ref(name) as unknown as RawBuilder<unknown>)
  return isNullable ? sql`nullif(${text}, ${mark})` : text
}
