import { StorageError } from './storage.ts'

/** No space or quota left, and PostgreSQL's code for both. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because a disk is full: of this machine or of the database. */
export const isDiskFull = (error: unknown): boolean =>
  NO_SPACE.has(String((error as { code?: unknown } | null)?.code))

/** The remedy is up to the operator. */
const DISK_FULL = 'The server is out of disk space. Nothing was saved. Try again later'

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

const NOT_WRITABLE =
  'The server can’t write to its folder for files. Nothing was saved. Ask whoever runs the server to make the folder “uploads” writable, then try again'

const UNREACHABLE =
  'The server can’t use its storage for files right now. Try again in a few minutes. If it goes on, ask whoever runs the server to look at its log'

/** Whether a file or folder of this machine may not be written. Of files only: sockets have no path. */
const isNotWritable = (error: unknown): boolean => {
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  return REFUSED.has(String(code)) && typeof path === 'string'
}

/** What to tell callers and users when files can't be stored; null when something else failed. */
export const storageProblem = (error: unknown): string | null => {
  if (error instanceof StorageError) return UNREACHABLE
  return isDiskFull(error) ? DISK_FULL : isNotWritable(error) ? NOT_WRITABLE : null
}
