import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Check } from '#contract/core/doctor.ts'
import { counted } from '#contract/core/plural.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Env } from '#server/platform/env.ts'
import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { openStorage, type StoragePlace, uploadsFolder } from '#server/platform/storage/open-storage.ts'
import { s3Address } from '#server/platform/storage/s3-client.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { openBackupPlace } from '../backup/open-backup-place.ts'
import { checkArchive } from '../backup/read-archive.ts'
import { ok, problem, warning } from './checks.ts'

const GB = 1024 ** 3
const LOW = 2 * GB
const FULL = GB / 4
const PROBE_BYTES = 4096
const HOUR = 3_600_000
const OLDEST_BACKUP = 36 * HOUR
/** A backup that takes longer to read is not checked to its end. */
const READING_MS = 60_000

const size = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`

/** Why a small file can't be stored in a folder; null when it can. */
async function writeProblem(folder: string): Promise<string | null> {
  const probe = join(folder, `.doctor-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flag: 'wx', flush: true })
    return null
  } catch (error) {
    return (error as Error).message.replace(/, \w+ '.*/s, '')
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/** The same for files in a bucket. */
async function bucketProblem(storage: Storage): Promise<string | null> {
  const name = `doctor-${randomBytes(4).toString('hex')}`
  try {
    await storage.append(name, 0, Buffer.alloc(PROBE_BYTES))
    const stored = (await storage.read(name).toArray()).reduce((bytes, { length }) => bytes + length, 0)
    await storage.remove(name)
    return stored === PROBE_BYTES ? null : `${stored} of ${PROBE_BYTES} bytes were stored`
  } catch (error) {
    return (error as Error).message
  }
}

type BackupEnv = Pick<Env, 'dataDir' | 'backupPassphrase'> & { backups: NonNullable<Env['backups']> }

const unwritable = (name: string, folder: string, why: string): Check =>
  problem(
    name,
    `Nothing can be stored in ${folder} (${why})`,
    'Make the folder writable for the user who starts the program, and free some space on its disk',
  )

/** Whether a folder can be written, and its disk has enough space. */
async function checkFolder(name: string, folder: string): Promise<Check> {
  if (!existsSync(folder))
    return problem(name, `${folder} does not exist`, 'Create the folder, or name another')
  const { bavail, bsize, blocks } = await statfs(folder)
  const free = bavail * bsize
  const message = `${size(free)} of ${size(blocks * bsize)} free for ${folder}`
  if (free < FULL)
    return problem(name, message, 'Free some space: nothing can be saved when the disk is full')
  const why = await writeProblem(folder)
  if (why) return unwritable(name, folder, why)
  if (free < LOW) return warning(name, message, 'Free some space, or move the folder to a larger disk')
  return ok(name, message)
}

/** A folder within another: its space only matters where it is on a disk of its own. */
async function checkFolderWithin(outer: string, name: string, folder: string): Promise<Check[]> {
  if (!existsSync(folder)) return []
  if ((await stat(folder)).dev !== (await stat(outer)).dev) return [await checkFolder(name, folder)]
  const why = await writeProblem(folder)
  return [why ? unwritable(name, folder, why) : ok(name, `${folder} can be written`)]
}

/** Whether uploads can be stored: in their folder, or in a bucket. */
async function checkFiles(place: StoragePlace): Promise<Check[]> {
  const { dataDir, fileBucket } = place
  const folder = uploadsFolder(dataDir)
  if (!fileBucket) return checkFolderWithin(dataDir, 'uploads', folder)
  const left = await createDiskStorage(folder).list()
  const why = await bucketProblem(openStorage(place))
  const bucket = why
    ? problem('uploads', why, 'Check STORAGE, the keys of the storage, and what they may do')
    : ok('uploads', `Files can be written to ${s3Address(fileBucket)}, read and deleted`)
  if (left.length === 0) return [bucket]
  const remaining = warning(
    'uploads folder',
    `${counted(left.length, 'file')} in ${folder} can’t be found, because STORAGE is a bucket`,
    'Stop every process and run leadwright files move to-bucket',
  )
  return [bucket, remaining]
}

/** Whether the head of the audit log can be appended to a file. A probe could not be deleted where only appending is allowed. */
async function checkHeadFile(file: string): Promise<Check> {
  const target = existsSync(file) ? file : dirname(file)
  return access(target, constants.W_OK).then(
    () => ok('audit head', `${file} can be written`),
    (error: Error) => unwritable('audit head', target, error.message.replace(/, \w+ '.*/s, '')),
  )
}

/** What is wrong with a backup; undefined when there was no time to read all of it. */
async function findDamage(file: string, passphrase: string | undefined): Promise<string | null | undefined> {
  const signal = AbortSignal.timeout(READING_MS)
  return checkArchive(file, { signal, passphrase }).then(
    () => null,
    (error: Error) => (signal.aborted ? undefined : error.message),
  )
}

const formatAge = (ms: number): string =>
  ms < 2 * 24 * HOUR ? `${Math.round(ms / HOUR)} hours` : `${Math.floor(ms / (24 * HOUR))} days`

/** Age of the newest nightly backup, and checksums of one that is on this machine. */
async function checkNewestBackup({ backups, backupPassphrase, dataDir }: BackupEnv): Promise<Check> {
  const name = 'newest backup'
  const place = openBackupPlace(backups, dataDir)
  const [newest] = await place.list()
  if (!newest)
    return warning(
      name,
      `There is no backup in ${place.address} yet`,
      'Wait for the night, or make one in the Admin Panel under Backups',
    )
  const age = systemClock.now().getTime() - newest.madeAt.getTime()
  const file = `${place.address.replace(/\/$/, '')}/${newest.name}`
  const damage = backups.s3 ? null : await findDamage(file, backupPassphrase)
  const message = `${file} is ${formatAge(age)} old${damage ? `. ${damage}` : ''}`
  if (damage || age > OLDEST_BACKUP)
    return problem(
      name,
      message,
      'Make a backup now with leadwright backup FILE, and look for “the backup could not be created” in the log',
    )
  if (damage === undefined)
    return warning(
      name,
      `${message}, and could not be read to its end within ${READING_MS / 1000} seconds`,
      'Restore it into another DATA_DIR from time to time',
    )
  return ok(name, backups.s3 ? message : `${message} and its checksums are right`)
}

/** Every folder that the program writes to, and the newest backup. */
export async function checkFolders(
  env: Pick<Env, 'dataDir' | 'backups' | 'backupPassphrase' | 'auditHeadTo'> & StoragePlace,
): Promise<Check[]> {
  const { dataDir, backups, backupPassphrase, auditHeadTo } = env
  const checks = [
    await checkFolder('disk', dataDir),
    ...(await checkFiles(env)),
    ...(await checkFolderWithin(dataDir, 'database folder', join(dataDir, 'pg'))),
  ]
  for (const { kind, to } of auditHeadTo) if (kind === 'file') checks.push(await checkHeadFile(to))
  if (!backups) return checks
  // A folder that doesn't exist yet is created with the first backup.
  if (!backups.s3)
    checks.push(
      await checkFolder('backups', existsSync(backups.folder) ? backups.folder : dirname(backups.folder)),
    )
  checks.push(
    await checkNewestBackup({ backups, backupPassphrase, dataDir }).catch((error: Error) =>
      problem('newest backup', error.message, 'Check BACKUP_DIR, and the keys of the storage'),
    ),
  )
  return checks
}
