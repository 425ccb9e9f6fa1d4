import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'
import { LONG_SILENCE_MS, limitedPool } from './limited-client.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Whether the database is spread over several servers. */
async function isSpread(db: Kysely<never>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  if (rows.length === 0) return false
  const { rows: spread } = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass('public.list')`.execute(db)
  return spread.length > 0
}

const DISTRIBUTE = /^-- distribute (\w+)$/m

/**
 * Runs a migration. A line `-- distribute NAME` in it spreads a new table before what follows: on a cluster, foreign
 * keys to distributed tables can be added only then.
 */
async function runMigration(db: Kysely<never>, text: string): Promise<void> {
  const [first = '', ...rest] = text.split(DISTRIBUTE)
  await sql.raw(first).execute(db)
  if (rest.length === 0) return
  const spread = await isSpread(db)
  if (spread) await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(db)
  for (let at = 0; at < rest.length; at += 2) {
    const name = `public.${rest[at]}`
    if (spread)
      await sql`select create_distributed_table(${name}, 'account_id', colocate_with => 'public.list')`.execute(
        db,
      )
    await sql.raw(rest[at + 1] as string).execute(db)
  }
}

/** The numbered SQL files; each runs once, in order, under the migrator's lock. They only go forward. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  if (names.length === 0) throw new Error(`No migrations found in ${FOLDER.pathname}`)
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return [name.replace(/\.sql$/, ''), { up: (db: Kysely<never>) => runMigration(db, text) }] as const
    }),
  )
  return Object.fromEntries(entries) as Record<string, Migration>
}

/** Work in the transaction of the migrations, after the last, when `since` is among those that run. */
export interface MigrationWork {
  since: string
  run(db: Db): Promise<void>
}

/** The migrations with this work after the last one, `to`. */
function withWork(migrations: Record<string, Migration>, { since, run }: MigrationWork, to: string) {
  let isDue = false
  const entries = Object.entries(migrations).map(([name, { up }]) => {
    const andWork = async (db: Kysely<never>) => {
      await up(db)
      isDue ||= name === since
      if (isDue && name === to) await run(db as unknown as Db)
    }
    return [name, { up: andWork }] as const
  })
  return Object.fromEntries(entries) as Record<string, Migration>
}

/** Names of all migrations of this program, oldest first. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await sqlMigrations())

/** Migrations of this program that a database has not run, oldest first. */
export async function pendingMigrations(db: Pick<Kysely<never>, 'getExecutor'>): Promise<string[]> {
  const handle = db as Kysely<never>
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('public.kysely_migration')::text as name`.execute(handle)
  if (!tables[0]?.name) return migrationNames()
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration`.execute(handle)
  const done = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).filter((name) => !done.has(name))
}

/** A newer version of the program has used this database. The message is meant for the operator. */
export class NewerSchemaError extends Error {}

/** Checks before the migrator does, which would report newer migrations as corrupted. */
async function refuseNewer(db: Kysely<never>): Promise<void> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('public.kysely_migration')::text as name`.execute(db)
  if (!tables[0]?.name) return
  const known = await migrationNames()
  const { rows } = await sql<{ name: string }>`
    select name from public.kysely_migration where not name = any(${known}) order by name desc limit 1`.execute(
    db,
  )
  if (rows[0])
    throw new NewerSchemaError(
      `This data was last used by a newer version of Leadwright (it has the migration ${rows[0].name}). Nothing was changed. Start that version, or restore the backup from before the update into an empty installation.`,
    )
}

/**
 * Brings the database to the newest schema, or to that of the migration `to`. Safe to call from several processes
 * at once.
 * @throws NewerSchemaError, or the first error of the migration that failed; that migration is rolled back.
 */
export async function migrate(
  url: string,
  { timeoutMs = 10_000, to, work }: { timeoutMs?: number; to?: string; work?: MigrationWork } = {},
): Promise<void> {
  // A port that never answers must not block the start silently.
  const pool = limitedPool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    silenceMs: LONG_SILENCE_MS,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseNewer(db)
    const migrations = await sqlMigrations()
    const last = to ?? (Object.keys(migrations).at(-1) as string)
    const all = work ? withWork(migrations, work, last) : migrations
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
    const { error } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
