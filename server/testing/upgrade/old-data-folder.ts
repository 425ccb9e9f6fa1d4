import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'

/** The last migration of commit 4d22e14. */
const OLD_SCHEMA = '0010_websites_and_addresses'

/** State of 4d22e14 after a power cut: 4d22e14.json.gz, sample data written through its API. */
interface Dump {
  dumped_at: string
  facts: OldFacts
  /** Path in the data folder to its bytes in Base64. */
  files: Record<string, string>
  /** `schema.table` to a JSON array of its rows. */
  tables: Record<string, string>
}

interface OldUser {
  email: string
  password: string
}
export interface OldFacts {
  admin: OldUser
  customer: OldUser & { id: number; token: string }
  /** With the secret of an authenticator app and recovery codes. */
  reseller: OldUser & { secret: string; recovery: string[] }
  below: OldUser
  member: OldUser
  apiKey: string
  lists: Record<'local' | 'single' | 'people' | 'influencers' | 'gone' | 'staff' | 'theirs' | 'open', number>
  openRun: number
}

export type Row = Record<string, unknown>

async function columnsOf(client: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows
}

/** Loads the rows as if they had been written a minute ago, because sessions, uploads and the trash expire. */
async function loadTable(client: pg.Client, table: string, rows: string, age: string): Promise<void> {
  const columns = await columnsOf(client, table)
  const values = columns.map(({ name, type }) =>
    type.startsWith('timestamp') ? `${name} + ($2::interval - interval '1 minute')` : name,
  )
  await client.query(`delete from ${table}`)
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) overriding system value
      select ${values.join(', ')} from json_populate_recordset(null::${table}, $1::json), (select $2::interval) age`,
    [rows, age],
  )
}

/** Loads them in any order, without triggers; foreign keys are checked at the end. */
async function loadTables(client: pg.Client, tables: Record<string, string>, age: string): Promise<void> {
  const { rows: keys } = await client.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const [table, rows] of Object.entries(tables)) {
    await client.query(`alter table ${table} disable trigger user`)
    await loadTable(client, table, rows, age)
    await client.query(`alter table ${table} enable trigger user`)
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** New rows get ids that no old row has. */
const advanceSequences = (client: pg.Client) =>
  client.query(
    `select setval(oid::regclass, 1000000) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )

async function connected<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Writes database and files as 4d22e14 left them into an empty database and folder. */
export async function writeOldDataFolder(url: string, dataDir: string): Promise<OldFacts> {
  const packed = await readFile(new URL('4d22e14.json.gz', import.meta.url))
  const dump: Dump = JSON.parse(gunzipSync(packed).toString())
  await migrate(url, { to: OLD_SCHEMA })
  await migrateQueue(url)
  await connected(url, async (client) => {
    const age = `${(Date.now() - Date.parse(dump.dumped_at)) / 1000} seconds`
    await loadTables(client, dump.tables, age)
    await advanceSequences(client)
  })
  for (const [path, bytes] of Object.entries(dump.files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), Buffer.from(bytes, 'base64'))
  }
  return dump.facts
}

/** Every row, by table. */
export const readTables = (url: string): Promise<Map<string, Row[]>> =>
  connected(url, async (client) => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind = 'r' and relname not like 'kysely%' order by relname`,
    )
    const tables = new Map<string, Row[]>()
    for (const { name } of rows) {
      const { rows: found } = await client.query(`select to_jsonb(t) as row from "${name}" t`)
      tables.set(
        name,
        found.map(({ row }) => row),
      )
    }
    return tables
  })
