import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileItem, type Manifest, SECRET_KEY_FILE } from './backup-format.ts'

/** Files of a backup, laid beside the data folder's own until the rows are there. */
export interface RestoredFiles {
  /** Makes room for them; what an earlier attempt left there is removed. */
  prepare(): Promise<void>
  take(item: string, bytes: Buffer): Promise<void>
  /** The key among them, when the backup holds one. */
  secretKey(): Promise<string | null>
  /** Moves all of them to their places. */
  settle(): Promise<void>
  /** Removes what was laid aside. */
  remove(): Promise<void>
}

/** The files of a manifest, in a folder of their own below the data folder. */
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
    async take(item, bytes) {
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
