import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { noteBackup } from '#server/modules/admin/backups/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { type BackupReport, makeReport } from './backup-format.ts'
import { isBackupName } from './backup-place.ts'
import { checkArchive } from './read-archive.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

/** Restores into a database and a folder of their own, which are removed afterwards. @throws BackupError */
async function practice(options: RestoreOptions): Promise<BackupReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadwright-practice-'))
  try {
    const database = await startEmbeddedPostgres({ throwaway: true, log: silentLog() })
    try {
      return await restoreBackup({ ...options, databaseUrl: database.url, dataDir, fileBucket: undefined })
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Reads a backup to its end and compares every checksum; as a practice it is restored, too. What came of it is shown
 * in the Admin Panel, if it is one of the nightly ones.
 * @param options with the database of the installation
 * @throws BackupError what is wrong with it
 */
export async function verifyBackup(options: RestoreOptions, isPractice: boolean): Promise<BackupReport> {
  const { file, databaseUrl, passphrase, signal } = options
  const startedAt = performance.now()
  const name = basename(file)
  const kind = isPractice ? 'practice' : 'check'
  const started_at = systemClock.now()
  async function note(problem: string | null): Promise<void> {
    const { db, close } = openDatabase(databaseUrl, { log: silentLog() })
    try {
      await noteBackup(db, { kind, file: name, bytes: null, started_at, problem })
    } finally {
      await close()
    }
  }
  const verify = async () =>
    isPractice
      ? practice(options)
      : makeReport(await checkArchive(file, { passphrase, signal }), {
          file,
          bytes: (await stat(file)).size,
          startedAt,
        })
  const isNoted = isBackupName(name)
  try {
    const report = await verify()
    if (isNoted) await note(null)
    return report
  } catch (error) {
    if (isNoted) await note((error as Error).message).catch(() => {})
    throw error
  }
}
