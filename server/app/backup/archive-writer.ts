import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { addEntry } from '#server/platform/tar/add-entry.ts'
import { PIECE_BYTES, pieceName } from './backup-format.ts'

/** Of tables, a higher one takes twice the time for a twentieth less. */
const GZIP_LEVEL = 4

/** Size and checksum of what was added. */
interface Sum {
  bytes: number
  sha256: string
}

/** A packed archive that is being written, in pieces whose size is known before they are. */
export interface ArchiveWriter {
  /** Adds a table or file in as many entries as it takes. */
  add(item: string, chunks: AsyncIterable<Uint8Array>): Promise<Sum>
  addWhole(name: string, bytes: Buffer): Promise<void>
  /** Ends the archive; it is on the disk then. */
  finish(): Promise<void>
  /** Gives up; the file is left to the caller. */
  destroy(): Promise<void>
}

/** Joins chunks of any size into pieces. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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

/** Opens a new archive, readable for its owner alone. A signal that aborts ends it with an error. */
export function writeArchive(path: string, mtime: Date, signal?: AbortSignal): ArchiveWriter {
  const archive = pack()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(
    Readable.from(archive, { objectMode: false }),
    createGzip({ level: GZIP_LEVEL }),
    file,
    ...(signal ? [{ signal }] : []),
  )
  written.catch(() => {})
  // The pipeline reports what failed; without a listener the archive's own event would end the process.
  archive.on('error', () => {})
  // A disk that is full fails the pipeline, and then no entry is ever taken.
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
      for await (const piece of piecesOf(chunks)) {
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
