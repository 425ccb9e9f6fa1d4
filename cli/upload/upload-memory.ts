import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { LocalFile } from '../files/local-file.ts'

/** State of an incomplete upload, so that repeating the command resumes it. */
export interface UploadMemory {
  /** Id of the upload on the server, or null. */
  load(): Promise<string | null>
  save(uploadId: string): Promise<void>
  forget(): Promise<void>
}

/** The memory of one version of a file for one server, in its own small file, so that two commands never collide. */
export function uploadMemory(configFolder: string, url: string, file: LocalFile): UploadMemory {
  const identity = JSON.stringify([url, file.path, file.size, file.modifiedMs])
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  const path = join(configFolder, 'uploads', `${name}.json`)
  return {
    async load() {
      const stored = await readJsonFile(path)
      return typeof stored?.upload_id === 'string' ? stored.upload_id : null
    },
    save: (uploadId) => writeJsonFile(path, { upload_id: uploadId, file: file.path, url }),
    forget: () => rm(path, { force: true }),
  }
}
