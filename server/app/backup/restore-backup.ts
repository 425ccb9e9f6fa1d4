import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { isConnectionError } from '#server/platform/db/db.ts'
import { migrationNames } from '#server/platform/db/migrate.ts'
import { pauseInstallation } from '#server/platform/pause.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import type { StoragePlace } from '#server/platform/storage/open-storage.ts'
import { isItsKey } from '../check-secret-key.ts'
import { moveToBucket } from '../files/move-installation-files.ts'
import { migrateInstallation } from '../migrate-installation.ts'
import {
  BackupError,
  type BackupReport,
  MANIFEST_NAME,
  type Manifest,
  makeReport,
  SECRET_KEY_FILE,
} from './backup-format.ts'
import { createTableLoader, openTables, setSequences } from './load-tables.ts'
import { checkArchive, readArchive } from './read-archive.ts'
import { type RestoredFiles, setFilesAside } from './restored-files.ts'
import { isServerRunning, readMigrations, withBackupClient } from './snapshot.ts'

export interface RestoreOptions extends StoragePlace {
  file: string
  databaseUrl: string
  /** The key in use: SECRET_KEY, or the one of the data folder. */
  secretKey: string
  /** Secrets of the audit log; the secret key alone when absent. */
  auditKeys?: readonly [string, ...string[]]
  /** Opens an encrypted backup. */
  passphrase?: string
  signal?: AbortSignal
}

/** Minimum length of a key from the environment. */
const SECRET_KEY_CHARS = 32

async function refuseNewer(manifest: Manifest, file: string): Promise<void> {
  const known = await migrationNames()
  const unknown = manifest.migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new BackupError(
      `${file} was made by a newer version of Leadwright (it has the migration ${unknown}). Update first, then restore`,
    )
}

/** Whether nobody has an account yet. */
export const isEmptyInstallation = (databaseUrl: string): Promise<boolean> =>
  withBackupClient(databaseUrl, async (client) => {
    if ((await readMigrations(client)).length === 0) return true
    const { rows } = await client.query('select 1 from app_user limit 1')
    return rows.length === 0
  })

/** Only an unused installation may be overwritten. */
async function refuseOccupied(client: pg.Client, manifest: Manifest): Promise<void> {
  if (await isServerRunning(client))
    throw new BackupError('A server is running on this database. Stop it, then restore')
  const applied = await readMigrations(client)
  if (applied.length === 0) return
  const { rows: people } = await client.query('select 1 from app_user limit 1')
  if (people.length > 0)
    throw new BackupError(
      'This installation already has accounts. Restore into an empty one: use another DATA_DIR, or an empty database',
    )
  const later = applied.find((name) => !manifest.migrations.includes(name))
  if (later !== undefined)
    throw new BackupError(
      `This database was set up by a newer version than the backup (it has the migration ${later}). Restore into an empty one: use another DATA_DIR, or an empty database`,
    )
}

/** Rows are loaded into tables of one server: distributed ones keep their keys and cannot be filled in one transaction. */
async function refuseSpread(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('pg_catalog.pg_dist_partition') as name")
  if (rows[0].name === null) return
  const { rows: spread } = await client.query('select 1 from pg_dist_partition limit 1')
  if (spread.length > 0)
    throw new BackupError(
      'This database is distributed over several servers. Restore into an empty database of the coordinator, then run leadwright distribute',
    )
}

/** Reads the archive again, rows into tables and files next to their final paths. */
async function load(
  client: pg.Client,
  files: RestoredFiles,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<void> {
  const close = await openTables(client)
  const tables = createTableLoader(client, manifest)
  for await (const { name, bytes } of readArchive(options.file, options)) {
    if (name === MANIFEST_NAME) continue
    const item = name.slice(0, name.lastIndexOf('/'))
    await (item.startsWith('files/') ? files : tables).add(item, bytes)
  }
  await tables.end()
  await close()
  await setSequences(client, manifest.sequences)
}

/**
 * The key of the restored installation.
 * @throws BackupError when it does not open what the backup has sealed
 */
async function restoredKey(
  client: pg.Client,
  files: RestoredFiles,
  options: RestoreOptions,
): Promise<string> {
  const own = await files.secretKey()
  if (own !== null && own.length < SECRET_KEY_CHARS)
    throw new BackupError(`The key in ${options.file} is too short. Nothing was changed`)
  const stored = await readFile(join(options.dataDir, SECRET_KEY_FILE), 'utf8').catch(() => null)
  const isConfigured = stored?.trim() !== options.secretKey
  const key = isConfigured ? options.secretKey : (own ?? options.secretKey)
  if (await isItsKey(client, key)) return key
  throw new BackupError(
    isConfigured
      ? 'SECRET_KEY is not the key this backup was made with. Set it to that key; when the key was in DATA_DIR it is in the backup, and SECRET_KEY must not be set'
      : 'The key of this backup was set in SECRET_KEY, so it is not in the file. Set SECRET_KEY to that key',
  )
}

async function fillEmpty(client: pg.Client, options: RestoreOptions, manifest: Manifest): Promise<string> {
  const files = setFilesAside(options.dataDir, manifest)
  let key: string
  try {
    await files.prepare()
    await client.query('begin')
    await load(client, files, manifest, options)
    key = await restoredKey(client, files, options)
    // Before the commit: rows without their key could not be read, a key without rows does no harm.
    await files.settle()
    await pauseInstallation(client)
    await client.query('commit')
  } catch (error) {
    throw options.signal?.aborted ? error : explainFailure(error as Error, options)
  } finally {
    await files.remove()
  }
  await client.query('analyze')
  return key
}

/** Why a file with valid checksums was not restored: checksums do not prove who made it. */
function explainFailure(error: Error, { file, dataDir }: RestoreOptions): Error {
  if (error instanceof BackupError || isConnectionError(error)) return error
  const [message] = error.message.split('\n')
  return new BackupError(
    isDiskFull(error)
      ? `There is not enough space for the backup in ${dataDir} or in the database (${message}). Nothing was restored. Free some space and try again`
      : `${file} cannot be restored: ${message}. Nothing was changed`,
    { cause: error },
  )
}

/**
 * Restores a backup into an empty installation and migrates it to the newest schema. The whole file is verified
 * before anything is written; all rows are loaded in one transaction.
 * @throws BackupError when the file is damaged or newer, or the installation is not empty or is running
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupReport> {
  const startedAt = performance.now()
  const { file, databaseUrl, secretKey, auditKeys = [secretKey], signal } = options
  const manifest = await checkArchive(file, options)
  await refuseNewer(manifest, file)
  const fill = async (client: pg.Client) => {
    await refuseOccupied(client, manifest)
    await refuseSpread(client)
    await migrateInstallation(databaseUrl, auditKeys, manifest.migrations.at(-1))
    return fillEmpty(client, options, manifest)
  }
  const restored = await withBackupClient(databaseUrl, fill, signal)
  const [first, ...others] = auditKeys.map((key) => (key === secretKey ? restored : key))
  await migrateInstallation(databaseUrl, [first as string, ...others])
  await migrateQueue(databaseUrl)
  await moveToBucket(options)
  return makeReport(manifest, { file, bytes: (await stat(file)).size, startedAt })
}
