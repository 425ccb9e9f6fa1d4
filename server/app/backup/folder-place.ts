import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type BackupPlace, isBackupName, listBackups } from './backup-place.ts'
import { removeLeftOvers } from './write-backup.ts'

/** Backups in a folder of this machine, or one that several share. */
export function createFolderPlace(given: string): BackupPlace {
  const folder = resolve(given)
  const size = async (name: string) => (await stat(join(folder, name)).catch(() => null))?.size ?? null
  return {
    address: folder,
    async list() {
      const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const sized = found.filter(isBackupName).map(async (name) => ({ name, bytes: await size(name) }))
      const files = await Promise.all(sized)
      // One that another process has just removed has no size.
      return listBackups(files.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }])))
    },
    async put(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeLeftOvers(folder, '.leadwright-')
      return write(join(folder, name))
    },
    withFile: (name, use) => use(join(folder, name)),
    async read(name) {
      const bytes = await size(name)
      return bytes === null ? null : { stream: createReadStream(join(folder, name)), bytes }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
