import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import { openStorage, type StoragePlace } from '#server/platform/storage/open-storage.ts'
import type { OpenFile, Storage } from '#server/platform/storage/storage.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import {
  BackupError,
  type BackupReport,
  FORMAT,
  fileItem,
  MANIFEST_NAME,
  type Manifest,
  makeReport,
  SECRET_KEY_FILE,
  tableItem,
} from './backup-format.ts'
import { checkArchive } from './read-archive.ts'
import { copyOut, readMigrations, readSequences, readTables, withBackupClient } from './snapshot.ts'

export interface BackupOptions extends StoragePlace {
  databaseUrl: string
  /** The key in use. The backup only includes it if it is the one in the data folder. */
  secretKey: string
  file: string
  /** Encrypts the file. */
  passphrase?: string
  clock?: Clock
  signal?: AbortSignal
}

/** Suffix of unfinished files. */
const PART = '.part'

/**
 * Removes unfinished files of processes that were killed, before a new one is written: together they may not fit on
 * the disk.
 */
export async function removeLeftOvers(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((found) => found.startsWith(prefix) && found.endsWith(PART)))
    await rm(join(folder, name), { force: true })
}

type OpenFiles = Map<string, OpenFile>

/** Opens files of the storage: they can be deleted while tables are read. */
async function openUploads(storage: Storage, opened: OpenFiles): Promise<void> {
  for (const { name } of await storage.list()) {
    const file = opened.has(name) ? null : await storage.open(name)
    if (file) opened.set(name, file)
  }
}

async function addTables(client: pg.Client, archive: ArchiveWriter): Promise<Manifest['tables']> {
  const sums: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    const rows = copyOut(client, table)
    const sum = await archive.add(tableItem(table.name), rows)
    // The count arrives after the last row; a further query waits for it.
    await client.query('select 1')
    sums.push({ ...table, rows: rows.rowCount, ...sum })
  }
  return sums
}

async function addFiles(
  { dataDir, secretKey }: BackupOptions,
  archive: ArchiveWriter,
  uploads: OpenFiles,
): Promise<Manifest['files']> {
  const sums: Manifest['files'] = []
  const key = await readFile(join(dataDir, SECRET_KEY_FILE)).catch(() => null)
  if (key?.toString('utf8').trim() === secretKey) {
    const sum = await archive.add(fileItem(SECRET_KEY_FILE), asPiece(key))
    sums.push({ name: SECRET_KEY_FILE, ...sum })
  }
  for (const [upload, file] of uploads) {
    const name = `uploads/${upload}`
    sums.push({ name, ...(await archive.add(fileItem(name), file.read())) })
  }
  return sums
}

async function* asPiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** A consistent state: tables by a snapshot, files from around the same time. */
async function fill(archive: ArchiveWriter, options: BackupOptions, madeAt: Date): Promise<Manifest> {
  const uploads: OpenFiles = new Map()
  const storage = openStorage(options)
  const read = async (client: pg.Client): Promise<Manifest> => {
    await openUploads(storage, uploads)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await readMigrations(client)
    if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty')
    // Opens the snapshot on every server of a cluster now, instead of with its first table.
    await client.query('select 1 from list_info limit 1')
    await openUploads(storage, uploads)
    const tables = await addTables(client, archive)
    const sequences = await readSequences(client)
    const files = await addFiles(options, archive, uploads)
    await client.query('commit')
    return { format: FORMAT, made_at: madeAt.toISOString(), migrations, tables, sequences, files }
  }
  try {
    return await withBackupClient(options.databaseUrl, read, options.signal)
  } finally {
    for (const file of uploads.values()) await file.close()
  }
}

/** A file name is only durable once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function refuseTarget(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} already exists; choose another name`)
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}`)
}

/**
 * Writes the whole installation into one file while it runs. The file gets its name once it is complete and
 * verified.
 * @throws BackupError when there is nothing to back up, or the file exists or does not fit on its disk
 */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const startedAt = performance.now()
  const { file, clock = systemClock, signal, passphrase } = options
  refuseTarget(file)
  await removeLeftOvers(dirname(file), `.${basename(file)}.`)
  const part = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}${PART}`)
  const madeAt = clock.now()
  const archive = writeArchive(part, madeAt, { signal, passphrase })
  try {
    const manifest = await fill(archive, options, madeAt)
    await archive.addWhole(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 1)))
    await archive.finish()
    await checkArchive(part, { signal, passphrase })
    const { size } = await stat(part)
    refuseTarget(file)
    await rename(part, file)
    await syncFolder(dirname(file))
    return makeReport(manifest, { file, bytes: size, startedAt })
  } catch (error) {
    await archive.destroy()
    await rm(part, { force: true })
    if (!isDiskFull(error)) throw error
    throw new BackupError(
      `There is not enough space for the backup in ${dirname(file)}. Nothing was written. Free some space or choose another disk`,
      { cause: error },
    )
  }
}
