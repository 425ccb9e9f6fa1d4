import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { LimitedClient, LONG_SILENCE_MS } from '#server/platform/db/limited-client.ts'

/** A table with its stored columns; generated ones are computed again. */
export interface TableShape {
  name: string
  columns: string[]
}

export interface SequenceState {
  name: string
  /** The column that it numbers. A cluster recreates sequences under other names. */
  of?: { table: string; column: string }
  last_value: string
  is_called: boolean
}

/** The names of connections of a running server. */
const SERVER_CONNECTIONS = ['app', 'queue', 'live-bus']

/** Whether a server works on this database, on this machine or another. */
export async function isServerRunning(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = any($1) limit 1`,
    [SERVER_CONNECTIONS],
  )
  return rows.length > 0
}

const TIMEOUT_MS = 10_000
/**
 * Makes the text format independent of the server's settings, and removes the time limit. On a cluster a single
 * connection reads all of a server, for one consistent snapshot.
 */
const SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set citus.max_adaptive_executor_pool_size = 1`

/** Runs `work` on a separate connection, set up for COPY. An abort closes it, whatever it waits for. */
export async function withBackupClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new LimitedClient({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    silenceMs: LONG_SILENCE_MS,
    application_name: 'backup',
  })
  client.on('error', () => {})
  await client.connect()
  const cut = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', cut)
  try {
    signal?.throwIfAborted()
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

// Without the queue's schema, whose jobs are recreated: recovery finds unfinished runs and mails, and nightly jobs
// are scheduled at the start. Without the migrator's tables, which describe the target.
const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and c.relname not like 'kysely\\_migration%'
  group by c.relname order by c.relname`

export async function readTables(client: pg.Client): Promise<TableShape[]> {
  return (await client.query<TableShape>(TABLES)).rows
}

// Sequences with their columns; one used only as a default has none.
const SEQUENCES = `
  select s.relname::text as name, t.relname::text as table, a.attname::text as column
  from pg_class s
  left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
  left join pg_class t on t.oid = d.refobjid
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relnamespace = 'public'::regnamespace and s.relkind = 'S' order by 1`

/** Positions of all sequences. Sequences are not transactional: read after the snapshot they are never behind it. */
export async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; table: string | null; column: string | null }>(
    SEQUENCES,
  )
  const states: SequenceState[] = []
  for (const { name, table, column } of rows) {
    const { rows: state } = await client.query(
      `select last_value::text as last_value, is_called from public.${pg.escapeIdentifier(name)}`,
    )
    states.push({ name, ...(table !== null && column !== null && { of: { table, column } }), ...state[0] })
  }
  return states
}

/** Names of the migrations a database has, oldest first; none when it is empty. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('public.kysely_migration') as name")
  if (found[0].name === null) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** A table's columns for COPY. */
export const quoteColumns = ({ columns }: TableShape): string => columns.map(pg.escapeIdentifier).join(', ')

/** The rows of a table in the text format of COPY; `rowCount` is known after the last row. */
export function copyOut(client: pg.Client, table: TableShape): ReturnType<typeof copyTo> {
  return client.query(
    copyTo(`copy public.${pg.escapeIdentifier(table.name)} (${quoteColumns(table)}) to stdout`),
  )
}
