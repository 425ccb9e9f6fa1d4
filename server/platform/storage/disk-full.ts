/** No space or quota left, and PostgreSQL's code for both. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because a disk is full: of this machine or of the database. */
export const isDiskFull = (error: unknown): boolean =>
  NO_SPACE.has(String((error as { code?: unknown } | null)?.code))

/** Shown to callers and users; the remedy is up to the operator. */
export const DISK_FULL = 'The server is out of disk space. Nothing was saved. Try again later'
