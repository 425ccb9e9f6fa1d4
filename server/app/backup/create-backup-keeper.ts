import type { BackupKeeper } from '#server/modules/admin/backups/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { BackupSettings } from '#server/platform/env-backup.ts'
import type { Log } from '#server/platform/log.ts'
import { BackupError } from './backup-format.ts'
import { type BackupPlace, backupName, isBackupName } from './backup-place.ts'
import { openBackupPlace } from './open-backup-place.ts'
import { checkArchive } from './read-archive.ts'
import { writeBackup } from './write-backup.ts'

/** Removes all but the newest of ours. Other files stay. */
async function removeOld(place: BackupPlace, keep: number): Promise<void> {
  for (const { name } of (await place.list()).slice(keep)) await place.remove(name)
}

interface Installation {
  backups?: BackupSettings['backups']
  databaseUrl: string
  dataDir: string
  secretKey: string
  backupPassphrase?: string
  fileBucket?: BackupSettings['fileBucket']
  log: Log
  clock?: Clock
}

const NO_PLACE = new BackupError('No backups are made: set BACKUP_DIR')

/** Makes and keeps the installation's backups where BACKUP_DIR says. */
export function createBackupKeeper(installation: Installation): BackupKeeper {
  const { backups, log, clock = systemClock, databaseUrl, dataDir, secretKey } = installation
  const { backupPassphrase: passphrase, fileBucket } = installation
  const closing = new AbortController()
  const { signal } = closing
  const place = backups && openBackupPlace(backups, dataDir)
  const requirePlace = (): BackupPlace => {
    if (!place) throw NO_PLACE
    return place
  }
  const keep = backups?.keep ?? 0

  async function make() {
    const to = requirePlace()
    const name = backupName(clock.now(), passphrase !== undefined)
    try {
      // Those that would go anyway make room first; the newest stays until another is complete.
      await removeOld(to, Math.max(1, keep - 1))
      const write = (file: string) =>
        writeBackup({ databaseUrl, dataDir, fileBucket, secretKey, file, passphrase, clock, signal })
      const report = await to.put(name, write, signal)
      await removeOld(to, keep)
      log.info({ ...report, file: name, place: to.address }, 'backup made')
      return { name, bytes: report.bytes }
    } catch (error) {
      log.error({ err: error, file: name }, 'the backup could not be created')
      throw error
    }
  }
  return {
    place: place?.address ?? null,
    hour: backups?.hour ?? 0,
    keep,
    isEncrypted: passphrase !== undefined,
    list: async () => (place ? place.list() : []),
    make,
    async check(name) {
      const read = (path: string) => checkArchive(path, { passphrase, signal })
      await requirePlace().withFile(name, read, signal)
    },
    read: async (name) => (place && isBackupName(name) ? place.read(name) : null),
    explain: (error) => (error instanceof BackupError ? error.message : 'See the server log for the reason'),
    close: () => closing.abort(),
  }
}
