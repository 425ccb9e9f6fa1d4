import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileItem, type Manifest, SECRET_KEY_FILE } from './backup-format.ts'

/** Files of a backup, kept next to the data folder's own until the rows are loaded. */
export interface RestoredFiles {
  /** Creates their folder; removes leftovers of an earlier attempt. */
  prepare(): Promise<void>
  add(item: string, bytes: Buffer): Promise<void>
  /** Their key, when the backup has one. */
  secretKey(): Promise<string | null>
  /** Moves all of them into place. */
  settle(): Promise<void>
  /** Removes the temporary copies. */
  remove(): Promise<void>
}

/** The files of a manifest, in a folder below the data folder. */
export function setFilesAside(dataDir: string, manifest: Manifest): RestoredFiles {
  const aside = join(dataDir, 'restore')
  const names = new Map(manifest.files.map(({ name }) => [fileItem(name), name]))
  const remove = () => rm(aside, { recursive: true, force: true })
  return {
    remove,
    async prepare() {
      await remove()
      // A file without any bytes has no piece.
      for (const name of names.values()) {
        await mkdir(dirname(join(aside, name)), { recursive: true, mode: 0o700 })
        await writeFile(join(aside, name), '', { mode: 0o600 })
      }
    },
    async add(item, bytes) {
      const name = names.get(item)
      if (name === undefined) throw new Error(`${item} is not in the manifest`)
      await appendFile(join(aside, name), bytes, { flush: true })
    },
    async secretKey() {
      const key = await readFile(join(aside, SECRET_KEY_FILE), 'utf8').catch(() => null)
      return key?.trim() ?? null
    },
    async settle() {
      const uploads = await readdir(join(aside, 'uploads')).catch(() => [])
      if (uploads.length > 0) await mkdir(join(dataDir, 'uploads'), { recursive: true, mode: 0o700 })
      for (const name of names.values()) await rename(join(aside, name), join(dataDir, name))
      await remove()
    },
  }
}
