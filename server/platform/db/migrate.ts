import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The numbered SQL files; each runs once, in order, under the migrator's lock. They only go forward. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  if (names.length === 0) throw new Error(`No migrations found in ${FOLDER.pathname}`)
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<never>) => void (await sql.raw(text).execute(db)) },
      ] as const
    }),
  )
  return Object.fromEntries(entries) as Record<string, Migration>
}

/** Names of all migrations of this program, oldest first. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await sqlMigrations())

/**
 * Brings the database to the newest schema, or to that of the migration `to`. Safe to call from several processes
 * at once.
 * @throws the first error of the migration that failed; that migration is rolled back.
 */
export async function migrate(
  url: string,
  { timeoutMs = 10_000, to }: { timeoutMs?: number; to?: string } = {},
): Promise<void> {
  // A port that never answers must not keep the start waiting without a word.
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: timeoutMs })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } })
    const { error } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
