import { realpath, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { UPLOAD_MAX_BYTES } from '#contract/core/constants.ts'
import { usageError } from '../cli-error.ts'

/** A file to send, as it was when the command started. */
export interface LocalFile {
  /** Absolute path with links resolved. */
  path: string
  name: string
  size: number
  modifiedMs: number
}

/** Inspects a file. Throws a usage error when it is missing, empty, too large or no file. */
export async function findLocalFile(workingFolder: string, name: string): Promise<LocalFile> {
  const path = await realpath(resolve(workingFolder, name)).catch(() => null)
  if (path === null) throw usageError(`There is no file "${name}"`)
  const facts = await stat(path)
  if (!facts.isFile()) throw usageError(`"${name}" is not a file`)
  if (facts.size === 0) throw usageError(`"${name}" is empty`)
  if (facts.size > UPLOAD_MAX_BYTES) throw usageError(`"${name}" is larger than ${UPLOAD_MAX_BYTES} bytes`)
  return { path, name: basename(path).slice(-255), size: facts.size, modifiedMs: facts.mtimeMs }
}

/** Throws when a file has changed since it was inspected. */
export async function assertUnchanged(file: LocalFile): Promise<void> {
  const facts = await stat(file.path)
  if (facts.size === file.size && facts.mtimeMs === file.modifiedMs) return
  throw usageError(`"${file.name}" changed during the upload. Run the command again`)
}
