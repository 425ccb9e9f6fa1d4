import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError, type Manifest, tableItem } from './backup-format.ts'
import { quoteColumns, readTables, type SequenceState } from './snapshot.ts'

const quoted = pg.escapeIdentifier

/** Takes the chunks of tables in order, each table by one COPY. */
export interface TableLoader {
  add(item: string, bytes: Buffer): Promise<void>
  end(): Promise<void>
}

interface OpenCopy {
  item: string
  rows: number
  stream: ReturnType<typeof copyFrom>
  done: Promise<unknown>
  /** The stream has already released its connection: another write would end the process. */
  isRefused: boolean
}

/** A loader for the tables in a manifest. @throws BackupError when the row counts differ */
export function createTableLoader(client: pg.Client, manifest: Manifest): TableLoader {
  const tables = new Map(manifest.tables.map((table) => [tableItem(table.name), table]))
  const started = new Set<string>()
  let current: OpenCopy | undefined
  const start = (item: string): OpenCopy => {
    const table = tables.get(item)
    started.add(item)
    if (!table) throw new BackupError(`${item} is not in the manifest`)
    const sql = `copy public.${quoted(table.name)} (${quoteColumns(table)}) from stdin`
    const stream = client.query(copyFrom(sql))
    const done = once(stream, 'finish')
    const copy = { item, rows: table.rows, stream, done, isRefused: false }
    done.catch(() => {
      copy.isRefused = true
    })
    return copy
  }
  const end = async () => {
    if (!current) return
    const { item, rows, stream, done, isRefused } = current
    current = undefined
    if (!isRefused) stream.end()
    await done
    if (stream.rowCount !== rows) throw new BackupError(`${item} has ${stream.rowCount} rows, not ${rows}`)
  }
  return {
    async end() {
      await end()
      // A table without rows has no chunk.
      const missing = manifest.tables.find(({ name, rows }) => rows > 0 && !started.has(tableItem(name)))
      if (missing) throw new BackupError(`${tableItem(missing.name)} has 0 rows, not ${missing.rows}`)
    },
    async add(item, bytes) {
      if (current?.item !== item) await end()
      current ??= start(item)
      if (current.isRefused) await current.done
      if (!current.stream.write(bytes)) await Promise.race([once(current.stream, 'drain'), current.done])
    },
  }
}

// Indexes without a constraint: creating them last takes a fraction of the time.
const INDEXES = `
  select c.relname::text as name, pg_get_indexdef(i.indexrelid) as rule
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by i.indexrelid`
// A cluster hides its copies of tables in pg_class, but not their keys.
const FOREIGN_KEYS = `
  select k.conrelid::regclass::text as on, k.conname::text as name, pg_get_constraintdef(k.oid) as rule
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by k.oid`

/** Drops foreign keys, then indexes, and returns a function that restores them. */
async function dropConstraints(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ on: string; name: string; rule: string }>(FOREIGN_KEYS)
  for (const key of keys) await client.query(`alter table ${key.on} drop constraint ${quoted(key.name)}`)
  const { rows: indexes } = await client.query<{ name: string; rule: string }>(INDEXES)
  for (const index of indexes) await client.query(`drop index public.${quoted(index.name)}`)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const index of indexes) await client.query(index.rule)
    for (const key of keys)
      await client.query(`alter table ${key.on} add constraint ${quoted(key.name)} ${key.rule}`)
  }
}

/**
 * Empties every table and drops foreign keys and indexes, so that tables load fast and in any order; needs no
 * superuser. Call the returned function when all rows are loaded: it checks the keys.
 */
export async function openTables(client: pg.Client): Promise<() => Promise<void>> {
  const names = (await readTables(client)).map((table) => `public.${quoted(table.name)}`)
  const restoreRules = await dropConstraints(client)
  await client.query(`truncate ${names.join(', ')}`)
  return restoreRules
}

/** Restores sequence positions, so that no id is reused. */
export async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, of, last_value, is_called } of sequences) {
    const owned = of && [`public.${quoted(of.table)}`, of.column]
    const found =
      owned && (await client.query('select pg_get_serial_sequence($1, $2) as name', owned)).rows[0]
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      found?.name ?? `public.${quoted(name)}`,
      last_value,
      is_called,
    ])
  }
}
