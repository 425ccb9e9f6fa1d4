import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import {
  type ArchiveOptions,
  BackupError,
  FORMAT,
  fileItem,
  MANIFEST_NAME,
  Manifest,
  pieceName,
  tableItem,
} from './backup-format.ts'
import { decryptWith, FRAMES_START, readSalt } from './encryption.ts'

/** A chunk of a table or file, or the manifest. */
export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** Far above any entry of ours; a corrupt length must not fill the memory. */
const LARGEST_ENTRY = 256 * 1024 * 1024

/** Decompresses a file into the reader of entries, with backpressure, and passes errors on. */
async function feed(unpacked: Readable, entries: Extract): Promise<void> {
  let wake: () => void = () => {}
  entries.on('drain', () => wake())
  entries.on('close', () => wake())
  try {
    for await (const chunk of unpacked) {
      if (entries.destroyed) return
      if (entries.write(chunk)) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    entries.end()
  } catch (error) {
    entries.destroy(error as Error)
  }
}

/** The bytes of an archive, decrypted. @throws BackupError without the passphrase that it needs */
async function plainBytes(path: string, passphrase: string | undefined): Promise<Readable> {
  const salt = await readSalt(path)
  const highWaterMark = 256 * 1024
  if (!salt) return createReadStream(path, { highWaterMark })
  if (!passphrase)
    throw new BackupError(`${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with`)
  const frames = createReadStream(path, { highWaterMark, start: FRAMES_START })
  return Readable.from(decryptWith(passphrase, salt, frames), { objectMode: false })
}

/** Reads an archive from the start, one entry at a time. @throws what is wrong with the file */
export async function* readArchive(
  path: string,
  { signal, passphrase }: ArchiveOptions = {},
): AsyncGenerator<ArchiveEntry> {
  const source = await plainBytes(path, passphrase)
  const entries = extract()
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  source.on('error', (error) => unpacked.destroy(error))
  // The reader gets the error; without a listener one after the last entry would end the process.
  unpacked.on('error', () => {})
  entries.on('error', () => {})
  const fed = feed(source.pipe(unpacked), entries)
  try {
    for await (const entry of entries) {
      signal?.throwIfAborted()
      if ((entry.header.size ?? 0) > LARGEST_ENTRY) throw new Error(`${entry.header.name} is too large`)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk)
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
    }
  } finally {
    source.destroy()
    unpacked.destroy()
    entries.destroy()
    await fed
  }
}

interface Found {
  hash: Hash
  bytes: number
  pieces: number
}

/** Adds a chunk to its table or file. Chunks are in order. */
function addChunk(found: Map<string, Found>, { name, bytes }: ArchiveEntry): void {
  const item = name.slice(0, name.lastIndexOf('/'))
  const so = found.get(item) ?? { hash: createHash('sha256'), bytes: 0, pieces: 0 }
  if (name !== pieceName(item, so.pieces + 1)) throw new Error(`${name} is out of order`)
  so.hash.update(bytes)
  found.set(item, { hash: so.hash, bytes: so.bytes + bytes.length, pieces: so.pieces + 1 })
}

function compare(manifest: Manifest, found: Map<string, Found>): void {
  const named = [
    ...manifest.tables.map((table) => ({ ...table, item: tableItem(table.name) })),
    ...manifest.files.map((file) => ({ ...file, item: fileItem(file.name) })),
  ]
  for (const { item, bytes, sha256 } of named) {
    const so = found.get(item) ?? { hash: createHash('sha256'), bytes: 0 }
    if (so.bytes !== bytes || so.hash.digest('hex') !== sha256)
      throw new Error(`the checksum of ${item} differs`)
    found.delete(item)
  }
  const [unknown] = found.keys()
  if (unknown !== undefined) throw new Error(`${unknown} is not in the manifest`)
}

function parseManifest(bytes: Buffer, file: string): Manifest {
  const output = JSON.parse(bytes.toString('utf8')) as { format?: unknown } | null
  if (Number(output?.format) > FORMAT)
    throw new BackupError(`${file} was made by a newer version of Leadwright; restore it with that version`)
  const manifest = Manifest.safeParse(output)
  if (!manifest.success)
    throw new Error(`its manifest is wrong at ${manifest.error.issues[0]?.path.join('.')}`)
  return manifest.data
}

async function checkFile(file: string, options: ArchiveOptions): Promise<Manifest> {
  const found = new Map<string, Found>()
  let manifest: Manifest | undefined
  for await (const entry of readArchive(file, options)) {
    if (manifest) throw new Error('something follows the manifest')
    if (entry.name === MANIFEST_NAME) manifest = parseManifest(entry.bytes, file)
    else addChunk(found, entry)
  }
  if (!manifest) throw new Error('the end is missing')
  compare(manifest, found)
  return manifest
}

/**
 * Reads a whole backup and verifies its checksums.
 * @throws BackupError when it is damaged, truncated, or not a backup
 */
export async function checkArchive(file: string, options: ArchiveOptions = {}): Promise<Manifest> {
  try {
    return await checkFile(file, options)
  } catch (error) {
    if (error instanceof BackupError || options.signal?.aborted) throw error
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (syscall === 'open' || syscall === 'read')
      throw new BackupError(
        `${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`,
      )
    throw new BackupError(`${file} is not a complete backup (${message.split('\n')[0]}). Nothing was changed`)
  }
}
