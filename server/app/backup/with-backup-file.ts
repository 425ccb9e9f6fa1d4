import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Env } from '#server/platform/env.ts'
import { BackupError } from './backup-format.ts'
import { type BackupPlace, isBackupName } from './backup-place.ts'
import { openBackupPlace } from './open-backup-place.ts'

/** What commands call the newest backup in BACKUP_DIR. */
const NEWEST = 'newest'

async function findName(place: BackupPlace, given: string): Promise<string> {
  if (given !== NEWEST) return given
  const [newest] = await place.list()
  if (!newest) throw new BackupError(`There is no backup in ${place.address}`)
  return newest.name
}

/**
 * A backup that somebody names: a file of this machine, the name of one in BACKUP_DIR, or `newest`. The command line
 * makes paths of its arguments, so a name may come with a folder in front.
 * @throws BackupError when there is none
 */
export async function withBackupFile<Result>(
  given: string,
  { backups, dataDir, signal }: Pick<Env, 'backups' | 'dataDir'> & { signal?: AbortSignal },
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const name = basename(given)
  if (existsSync(given) || (name !== NEWEST && !isBackupName(name))) return use(given)
  if (!backups) throw new BackupError(`There is no file ${given}, and BACKUP_DIR is not set`)
  const place = openBackupPlace(backups, dataDir)
  return place.withFile(await findName(place, name), use, signal)
}
