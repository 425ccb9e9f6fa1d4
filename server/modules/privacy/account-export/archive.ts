import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Storage } from '#server/platform/storage/storage.ts'
import { addEntry } from '#server/platform/tar/add-entry.ts'

/** An archive (tar.gz) in storage, written file by file. */
export interface Archive {
  add(path: string, content: string, modified: Date): Promise<void>
  /** Closes it and returns its size in bytes. */
  end(): Promise<number>
  drop(): Promise<void>
}

/** Starts an archive. Adding waits until the disk has accepted earlier data. */
export async function createArchive(storage: Storage, name: string): Promise<Archive> {
  const writer = await storage.create(name)
  const [tar, gzip] = [pack(), createGzip()]
  tar.pipe(gzip)
  // `written` reports errors; without a listener the archive's own event would end the process.
  tar.on('error', () => {})
  let bytes = 0
  const written = (async () => {
    for await (const piece of gzip as AsyncIterable<Buffer>) {
      bytes += piece.length
      await writer.write(piece)
    }
  })()
  // Reported by `add` or `end`; no other listener is needed.
  written.catch(() => tar.destroy())

  return {
    async add(path, content, modified) {
      const header = { name: path, mtime: modified, mode: 0o600 }
      // A full disk ends the wait as well.
      await (tar.destroyed ? written : Promise.race([written, addEntry(tar, header, Buffer.from(content))]))
    },
    async end() {
      tar.finalize()
      await written
      await writer.close({ flush: true })
      return bytes
    },
    async drop() {
      tar.destroy()
      gzip.destroy()
      await written.catch(() => {})
      await writer.close({ flush: false }).catch(() => {})
      await storage.remove(name)
    },
  }
}
