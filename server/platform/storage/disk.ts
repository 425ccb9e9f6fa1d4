import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where large files rest between two requests. Hosts that share work share the folder behind it. */
export interface Storage {
  /** Bytes stored under a name; 0 when there is nothing. */
  size(name: string): Promise<number>
  /** Writes from `offset` on (what was there is cut off) and answers the new size. */
  append(name: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Reads from `offset` up to `end`, or all of the rest. */
  read(name: string, offset?: number, end?: number): Readable
  /** Opens a new file for a stream of pieces. */
  create(name: string): Promise<StorageWriter>
  remove(name: string): Promise<void>
  /** Free part of the disk, from 0 to 1. */
  free(): Promise<number>
}

/** A file that is being written, piece by piece. */
export interface StorageWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Closes the file; `flush` first brings all of it to the disk. */
  close(options: { flush: boolean }): Promise<void>
}

/** Files in one folder. Names are ids of ours, never of a user's making. */
export function createDiskStorage(folder: string): Storage {
  const path = (name: string) => {
    if (!/^[\w-]{1,100}$/.test(name)) throw new Error(`not a storage name: ${name}`)
    return join(folder, name)
  }
  const size = async (name: string) => (await stat(path(name)).catch(() => null))?.size ?? 0
  return {
    size,
    async append(name, offset, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A chunk that was cut off by a crash leaves a tail nobody counted: the counted size decides.
      if ((await size(name)) > offset) await truncate(path(name), offset)
      const file = await open(path(name), offset === 0 ? 'w' : 'r+', 0o600)
      try {
        let written = 0
        while (written < bytes.length)
          written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
        await file.sync()
      } catch (error) {
        // What a full disk has taken of the chunk only keeps it full.
        await file.truncate(offset).catch(() => {})
        throw error
      } finally {
        await file.close()
      }
      return offset + bytes.length
    },
    read: (name, offset = 0, end = Number.POSITIVE_INFINITY) =>
      // Node counts the last byte in.
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
