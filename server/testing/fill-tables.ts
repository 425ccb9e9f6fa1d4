import pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isArray: boolean
  required: boolean
}
interface Reference {
  table: string
  to: string
  columns: string[]
  toColumns: string[]
}
type Row = Record<string, unknown>

const COLUMNS = `
  select c.relname::text as table, a.attname::text as name,
    case when a.atttypid = 'bit'::regtype then format_type(a.atttypid, a.atttypmod) else a.atttypid::regtype::text end as type,
    a.attndims > 0 as "isArray", a.attnotnull and not a.atthasdef and a.attidentity = '' as required
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
  order by c.relname, a.attnum`
const REFERENCES = `
  select f.relname::text as table, t.relname::text as to,
    (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality u(num, n)
      join pg_attribute a on a.attrelid = f.oid and a.attnum = u.num) as columns,
    (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality u(num, n)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = u.num) as "toColumns"
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace`
const CHECKS = `
  select c.relname::text as table, pg_get_constraintdef(k.oid) as rule
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and k.connamespace = 'public'::regnamespace`

let counter = 0
function makeValue({ type, isArray }: Column): unknown {
  counter += 1
  if (isArray || type.endsWith('[]')) return []
  if (/^(bigint|integer|smallint|numeric|double precision|real)$/.test(type)) return counter % 30_000
  if (type === 'boolean') return false
  if (/^timestamp|^date$/.test(type)) return new Date(Date.UTC(2026, 0, 1) + counter * 60_000)
  if (/^jsonb?$/.test(type)) return '{}'
  const bits = /^bit\((\d+)\)$/.exec(type)
  if (bits) return '0'.repeat(Number(bits[1]))
  if (type === 'bytea') return Buffer.from(String(counter))
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`
  if (type === 'inet') return '127.0.0.1'
  return `made ${counter}`
}

/** The first allowed value of each column with a check constraint. */
function allowedValues(rules: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const rule of rules)
    for (const [, column, value] of rule.matchAll(/\(?(\w+) = ANY \(\(?ARRAY\['([^']*)'/g))
      if (column && value !== undefined && !found.has(column)) found.set(column, value)
  return found
}

interface Catalog {
  columns: Column[]
  references: Reference[]
  checks: { table: string; rule: string }[]
}

/** Adds a row of the account to an empty table. */
async function fillTable(
  client: pg.Client,
  { columns, references, checks }: Catalog,
  { table, account, special = {} }: { table: string; account: number; special?: Row },
): Promise<void> {
  const own = columns.filter((column) => column.table === table)
  const isTenant = own.some(({ name, required }) => name === 'account_id' && required)
  const name = pg.escapeIdentifier(table)
  const found = await client.query(
    `select 1 from ${name} ${isTenant ? `where account_id = ${account}` : ''} limit 1`,
  )
  if (found.rows.length > 0) return
  const allowed = allowedValues(checks.filter((check) => check.table === table).map(({ rule }) => rule))
  const required = own.filter((column) => column.required)
  const row: Row = Object.fromEntries(
    required.map((column) => [column.name, allowed.get(column.name) ?? makeValue(column)]),
  )
  if (isTenant) row.account_id = account
  for (const reference of references.filter((reference) => reference.table === table))
    if (reference.columns.some((column) => column in row && column !== 'account_id'))
      Object.assign(row, await parentOf(client, reference, account))
  Object.assign(row, special)
  const columnsOfRow = Object.keys(row)
  await client.query(
    `insert into ${name} (${columnsOfRow.map(pg.escapeIdentifier).join(', ')})
      values (${columnsOfRow.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
}

/**
 * Adds a row of each account to every table that has none of it, by the catalog alone.
 * @param special columns whose check constraints need other values
 * @throws Error naming the tables that could not be filled
 */
export async function fillTables(
  client: pg.Client,
  tables: readonly string[],
  accounts: readonly number[],
  special: Record<string, Row> = {},
): Promise<void> {
  const catalog = {
    columns: (await client.query<Column>(COLUMNS)).rows,
    references: (await client.query<Reference>(REFERENCES)).rows,
    checks: (await client.query<Catalog['checks'][number]>(CHECKS)).rows,
  }
  let left = tables.flatMap((table) =>
    accounts.map((account) => ({ table, account, special: special[table] })),
  )
  for (;;) {
    const failed: { place: (typeof left)[number]; why: string }[] = []
    for (const place of left)
      await fillTable(client, catalog, place).catch((error: Error) =>
        failed.push({ place, why: error.message }),
      )
    if (failed.length === 0) return
    // Tables that reference one filled later succeed in the next round.
    if (failed.length === left.length)
      throw new Error(failed.map(({ place, why }) => `${place.table}: ${why}`).join('\n'))
    left = failed.map(({ place }) => place)
  }
}

/** Columns that reference a row of the account in another table. */
async function parentOf(client: pg.Client, reference: Reference, account: number): Promise<Row> {
  const at = reference.columns.indexOf('account_id')
  const key = reference.to === 'account' ? 'id' : reference.toColumns[at]
  const where = key ? `where ${key} = ${account}` : ''
  const { rows } = await client.query(`select * from ${pg.escapeIdentifier(reference.to)} ${where} limit 1`)
  if (!rows[0]) return {}
  return Object.fromEntries(
    reference.columns.map((name, n) => [name, rows[0][reference.toColumns[n] as string]]),
  )
}
