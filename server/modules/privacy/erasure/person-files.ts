import { forgetUpload, uploadsAfter } from '#server/modules/core/files/index.ts'
import { exportFilesAfter, forgetExportFile } from '#server/modules/leads/exports/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { ErasureScope } from './find-person.ts'
import type { Pattern } from './person-patterns.ts'
import { readContents, Unreadable } from './read-contents.ts'

/** An upload or a stored export. */
export interface PersonFile {
  kind: 'uploads' | 'exports'
  name: string
}

/** Longer than any value, so that one split across two chunks is found. */
const OVERLAP = 400

/** Uploads and stored exports by name, from `after` on. */
export async function filesAfter(db: Db, scope: ErasureScope, after: string): Promise<PersonFile[]> {
  const accountIds = scope.isEverywhere ? null : scope.accountIds
  const uploads = await uploadsAfter(db, accountIds, after)
  const exports = await exportFilesAfter(db, accountIds, after)
  return [
    ...uploads.map((name): PersonFile => ({ kind: 'uploads', name })),
    ...exports.map((name): PersonFile => ({ kind: 'exports', name })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether a file names the person; an unreadable one counts as if it did. */
export async function fileNames(
  storage: Storage,
  name: string,
  patterns: readonly Pattern[],
): Promise<boolean> {
  if ((await storage.size(name)) === 0) return false
  const head = Buffer.concat(await storage.read(name, 0, 2).toArray())
  const source = storage.read(name)
  const decoder = new TextDecoder()
  let tail = ''
  try {
    for await (const piece of readContents(source, head)) {
      const text = tail + decoder.decode(piece, { stream: true })
      if (patterns.some(({ js }) => js.test(text))) return true
      tail = text.slice(-OVERLAP)
    }
    return false
  } catch (error) {
    // A file still being written, or broken, cannot be searched: it is deleted.
    if (error instanceof Unreadable) return true
    throw error
  } finally {
    source.destroy()
  }
}

export const forgetFile = (db: Db, { kind, name }: PersonFile): Promise<void> =>
  kind === 'uploads' ? forgetUpload(db, name) : forgetExportFile(db, name)
