import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { addEntry } from '#server/platform/tar/add-entry.ts'
import { type ArchiveOptions, PIECE_BYTES, pieceName } from './backup-format.ts'
import { encryptWith } from './encryption.ts'

/** For tables, a higher level takes twice the time for 5% less. */
const GZIP_LEVEL = 4

interface Sum {
  bytes: number
  sha256: string
}

/** A compressed archive being written in chunks of known size. */
export interface ArchiveWriter {
  /** Adds a table or file in as many entries as needed. */
  add(item: string, chunks: AsyncIterable<Uint8Array>): Promise<Sum>
  addWhole(name: string, bytes: Buffer): Promise<void>
  /** Ends the archive, which is then on disk. */
  finish(): Promise<void>
  /** Aborts; the caller deletes the file. */
  destroy(): Promise<void>
}

/** Joins chunks of any size into pieces. */
async function* splitPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(waiting, size)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting, size)
}

/** Creates an archive readable by its owner only, encrypted with the passphrase. An aborted signal ends it with an error. */
export function writeArchive(
  path: string,
  mtime: Date,
  { signal, passphrase }: ArchiveOptions = {},
): ArchiveWriter {
  const archive = pack()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const [plain, gzip] = [Readable.from(archive, { objectMode: false }), createGzip({ level: GZIP_LEVEL })]
  const options = signal ? { signal } : {}
  const written = passphrase
    ? pipeline(plain, gzip, encryptWith(passphrase), file, options)
    : pipeline(plain, gzip, file, options)
  written.catch(() => {})
  // The pipeline reports the error; without a listener the archive's own event would end the process.
  archive.on('error', () => {})
  // A full disk fails the pipeline, and then no entry is accepted.
  const addWhole = async (name: string, bytes: Buffer) => {
    const header = { name, mode: 0o600, mtime }
    await (archive.destroyed ? written : Promise.race([written, addEntry(archive, header, bytes)]))
    signal?.throwIfAborted()
  }
  return {
    addWhole,
    async add(item, chunks) {
      const hash = createHash('sha256')
      let bytes = 0
      let number = 0
      for await (const piece of splitPieces(chunks)) {
        hash.update(piece)
        bytes += piece.length
        number += 1
        await addWhole(pieceName(item, number), piece)
      }
      return { bytes, sha256: hash.digest('hex') }
    },
    async finish() {
      archive.finalize()
      await written
    },
    async destroy() {
      archive.destroy()
      file.destroy()
      await written.catch(() => {})
    },
  }
}
