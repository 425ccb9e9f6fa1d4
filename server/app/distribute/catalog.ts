import type pg from 'pg'
import { TABLES } from '#server/modules/core/tables/index.ts'

/** A table's target and current distribution. */
export interface Place {
  name: string
  wanted: 'distributed' | 'reference' | 'local'
  is: 'distributed' | 'reference' | 'local'
}

export interface ForeignKey {
  name: string
  on: string
  to: string
  rule: string
}

/** Whether Citus is installed, and how many servers may store rows. */
export async function findServers(client: pg.ClientBase): Promise<{ isInstalled: boolean; servers: number }> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  if (rows.length === 0) return { isInstalled: false, servers: 0 }
  const { rows: nodes } = await client.query<{ servers: number }>(
    'select count(*)::int as servers from pg_dist_node where isactive and shouldhaveshards',
  )
  return { isInstalled: true, servers: nodes[0]?.servers ?? 0 }
}

/** Every table of the schema, with its target in the manifest and its current state. */
export async function findPlaces(client: pg.ClientBase): Promise<Place[]> {
  const wanted = new Map(TABLES.map(({ name, distribution }) => [name, distribution]))
  const { rows } = await client.query<Pick<Place, 'name' | 'is'>>(`
    select c.relname::text as name, case when p.partmethod = 'h' then 'distributed'
      when p.partmethod = 'n' and p.repmodel = 't' then 'reference' else 'local' end as is
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  return rows.map((row) => ({ ...row, wanted: wanted.get(row.name) ?? 'local' }))
}

/** An identity column with its next id. */
export interface Counter {
  table: string
  column: string
  next: string
}

export async function findCounters(client: pg.ClientBase): Promise<Counter[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped order by 1, 2`)
  const counters: Counter[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: state } = await client.query<{ next: string }>(
      `select (last_value + is_called::int)::text as next from ${sequence}`,
    )
    counters.push({ table, column, next: state[0]?.next ?? '1' })
  }
  return counters
}

export async function findForeignKeys(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conname::text as name, f.relname::text as "on", t.relname::text as "to", pg_get_constraintdef(k.oid) as rule
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and (f.relname = any($1::text[]) or t.relname = any($1::text[])) order by k.oid`,
    [tables],
  )
  return rows
}

const UNFIT = `
  select c.relname::text as name, 'the key ' || k.relname || ' is unique without account_id' as why
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion) and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any(i.indkey))
  union all
  select c.relname::text, 'the column ' || a.attname || ' is an identity column'
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''
  union all
  select c.relname::text, 'the trigger ' || t.tgname || ' stands on it'
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  select c.relname::text, 'it has no column account_id' from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
  order by 1, 2`

/** Why tables cannot be distributed, or their keys not kept, a sentence each. */
export async function findObstacles(client: pg.ClientBase, places: readonly Place[]): Promise<string[]> {
  const wanted = new Map(places.map(({ name, wanted }) => [name, wanted]))
  const { rows } = await client.query<{ name: string; why: string }>(UNFIT)
  const unfit = rows
    .filter(({ name }) => wanted.get(name) === 'distributed')
    .map(({ name, why }) => `The table ${name} cannot be distributed: ${why}`)
  const keys = await findForeignKeys(client, [...wanted.keys()])
  const crossing = keys.flatMap(({ name, on, to, rule }) => {
    const [from, at] = [wanted.get(on), wanted.get(to)]
    const sentence = `The foreign key ${name} leads from the ${from} table ${on} to the ${at} table ${to}`
    if (from !== 'distributed' && at === 'distributed') return [`${sentence}, which a cluster refuses`]
    if (from === 'distributed' && at === 'local') return [`${sentence}, which a cluster refuses`]
    if (from === 'distributed' && at === 'distributed' && !/^FOREIGN KEY \(account_id,/.test(rule))
      return [`${sentence} without account_id in front`]
    return []
  })
  return [...unfit, ...crossing]
}
