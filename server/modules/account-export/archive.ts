import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Storage } from '#server/platform/storage/disk.ts'

/** An archive (tar.gz) in the storage that grows file by file. */
export interface Archive {
  add(path: string, content: string, modified: Date): Promise<void>
  /** Closes it and answers its size in bytes. */
  end(): Promise<number>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** Begins an archive of this name. What is added waits until the disk has taken what came before. */
export async function createArchive(storage: Storage, name: string): Promise<Archive> {
  const writer = await storage.create(name)
  const [tar, gzip] = [pack(), createGzip()]
  tar.pipe(gzip)
  let bytes = 0
  const written = (async () => {
    for await (const piece of gzip as AsyncIterable<Buffer>) {
      bytes += piece.length
      await writer.write(piece)
    }
  })()
  // Told by `add` or `end`; until then it is no fault that nobody listens.
  written.catch(() => tar.destroy())

  return {
    async add(path, content, modified) {
      const added = new Promise<void>((resolve, reject) => {
        const header = { name: path, size: Buffer.byteLength(content), mtime: modified, mode: 0o600 }
        tar.entry(header, (error) => (error ? reject(error) : resolve())).end(content)
      })
      // A disk that is full ends the wait as well.
      await Promise.race([added, written])
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
