import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { baseError, changedFile, type FileVersion, isSameVersion, type ReleaseBase } from './release-base.ts'

const describeProblem = (where: string, error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? baseError('not_found', `There is no folder with releases at ${where}. Check OVERTURE_BASE.`, error)
    : baseError('refused', `The folder ${where} cannot be read (${code}). Check its permissions.`, error)
}

/** Releases in a local folder, such as a mounted disk. */
export function createFolderBase(folder: string): ReleaseBase {
  const readVersion = async (path: string): Promise<FileVersion> => {
    const { size, mtimeMs } = await stat(join(folder, path))
    return { size, etag: String(mtimeMs) }
  }
  const failed = (error: unknown): never => {
    throw describeProblem(folder, error)
  }
  return {
    where: folder,
    async list(path) {
      const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(failed)
      const names = (wanted: (entry: (typeof entries)[number]) => boolean) =>
        entries.filter(wanted).map(({ name }) => name)
      return { folders: names((entry) => entry.isDirectory()), files: names((entry) => entry.isFile()) }
    },
    async open(path, { version } = {}) {
      const opened = await readVersion(path).catch(failed)
      if (version && !isSameVersion(version, opened)) throw changedFile(path)
      return {
        ...opened,
        path,
        async read(start, end) {
          const handle = await open(join(folder, path)).catch(failed)
          try {
            const bytes = new Uint8Array(end - start)
            const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
            if (bytesRead !== bytes.length || !isSameVersion(opened, await readVersion(path)))
              throw changedFile(path)
            return bytes.buffer
          } finally {
            await handle.close()
          }
        },
      }
    },
  }
}
