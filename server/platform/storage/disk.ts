import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageName, requireStorageName, type Storage } from './storage.ts'

const READ_BYTES = 256 * 1024

/** Free part of the disk with a folder, from 0 to 1; the folder is created. */
export async function freePart(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, blocks } = await statfs(folder)
  return blocks === 0 ? 1 : bavail / blocks
}

/** Files in one folder. */
export function createDiskStorage(folder: string): Storage {
  const path = (name: string) => join(folder, requireStorageName(name))
  const size = async (name: string) => (await stat(path(name)).catch(() => null))?.size ?? 0
  return {
    size,
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter(isStorageName)
      return Promise.all(names.map(async (name) => ({ name, bytes: await size(name) })))
    },
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
      createReadStream(path(name), { start: offset, end: end - 1, highWaterMark: READ_BYTES }),
    async open(name) {
      // An open file can still be read when it is deleted meanwhile.
      const file = await open(path(name), 'r').catch(() => null)
      return (
        file && {
          read: () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES }),
          close: () => file.close(),
        }
      )
    },
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
    free: () => freePart(folder),
  }
}
