import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Large files kept between requests. Hosts that share work share the folder. */
export interface Storage {
  /** Bytes stored under a name; 0 without a file. */
  size(name: string): Promise<number>
  /** Writes from `offset` on (later bytes are truncated) and returns the new size. */
  append(name: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Reads from `offset` to `end`, or to the end of the file. */
  read(name: string, offset?: number, end?: number): Readable
  create(name: string): Promise<StorageWriter>
  remove(name: string): Promise<void>
  /** Free part of the disk, from 0 to 1. */
  free(): Promise<number>
}

export interface StorageWriter {
  write(bytes: Uint8Array): Promise<void>
  /** `flush` first syncs the file to the disk. */
  close(options: { flush: boolean }): Promise<void>
}

/** Files in one folder. Names are generated ids, never user input. */
export function createDiskStorage(folder: string): Storage {
  const path = (name: string) => {
    if (!/^[\w-]{1,100}$/.test(name)) throw new Error(`not a valid storage name: ${name}`)
    return join(folder, name)
  }
  const size = async (name: string) => (await stat(path(name)).catch(() => null))?.size ?? 0
  return {
    size,
    async append(name, offset, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A chunk cut off by a crash leaves uncounted bytes: the recorded size decides.
      if ((await size(name)) > offset) await truncate(path(name), offset)
      const file = await open(path(name), offset === 0 ? 'w' : 'r+', 0o600)
      try {
        let written = 0
        while (written < bytes.length)
          written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
        await file.sync()
      } catch (error) {
        // Parts of a chunk that were written before the disk was full would only keep it full.
        await file.truncate(offset).catch(() => {})
        throw error
      } finally {
        await file.close()
      }
      return offset + bytes.length
    },
    read: (name, offset = 0, end = Number.POSITIVE_INFINITY) =>
      // Node's `end` is inclusive.
      createReadStream(path(name), { start: offset, end: end - 1, highWaterMark: 256 * 1024 }),
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(path(name), 'w', 0o600)
      return {
        async write(bytes) {
          for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
        },
        async close({ flush }) {
          try {
            if (flush) await file.sync()
          } finally {
            await file.close()
          }
        },
      }
    },
    remove: (name) => rm(path(name), { force: true }),
    async free() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, blocks } = await statfs(folder)
      return blocks === 0 ? 1 : bavail / blocks
    },
  }
}
