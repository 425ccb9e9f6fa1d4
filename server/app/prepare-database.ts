import { flushCompileCache } from 'node:module'
import { openDatabase } from '#server/platform/db/db.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'
import { checkSecretKey } from './check-secret-key.ts'
import { distributeNew } from './distribute/distribute.ts'
import { migrateInstallation } from './migrate-installation.ts'

interface Installation {
  databaseUrl: string
  secretKey: string
  auditKeys: readonly [string, ...string[]]
}

/** Brings a database to the newest schema. The program of the version before may go on working meanwhile. */
export async function prepareDatabase({ databaseUrl, secretKey, auditKeys }: Installation): Promise<void> {
  await migrateInstallation(databaseUrl, auditKeys)
  await migrateQueue(databaseUrl)
  await distributeNew(databaseUrl)
  await checkSecretKey(databaseUrl, secretKey)
}

/**
 * The same for `leadwright migrate`. Where NODE_COMPILE_CACHE names a folder, the program is compiled as well, so that
 * the pause of the next start is shorter.
 * @returns the names of the migrations that ran
 */
export async function migrateOnly(
  installation: Installation,
): Promise<{ migrations: string[]; seconds: number }> {
  const startedAt = performance.now()
  const { db, close } = openDatabase(installation.databaseUrl, { log: silentLog() })
  const migrations = await pendingMigrations(db).finally(close)
  await prepareDatabase(installation)
  const seconds = Math.round(performance.now() - startedAt) / 1000
  await import('./start.ts')
  flushCompileCache()
  return { migrations, seconds }
}
