/** No space left, no quota left, and PostgreSQL's own word for both. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because a disk has no space left: one of this machine or that of the database. */
export const isDiskFull = (error: unknown): boolean =>
  NO_SPACE.has(String((error as { code?: unknown } | null)?.code))

/** What callers and people are notified; what to do about it is the operator's business. */
export const DISK_FULL = 'The server is out of disk space. Nothing was saved. Try again later'
