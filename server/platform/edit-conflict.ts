import type { Versioned } from '#contract/core/versions.ts'
import { AppError } from './errors.ts'

/** Someone else saved the record after it was read; the error carries the current record. */
export const editConflict = (current: Versioned): AppError =>
  new AppError(
    'edit_conflict',
    `${current.updated_by ?? 'Someone else'} saved other changes after you opened this`,
    { details: { current } },
  )

/**
 * Rejects a change that was based on an older version. `locked` is the current record, read `for update` in the
 * transaction that will write it.
 * @throws AppError edit_conflict with the current record
 */
export function requireVersion<Row extends { version: number }>(
  locked: Row,
  version: number,
  present: (row: Row) => Versioned,
): void {
  if (locked.version !== version) throw editConflict(present(locked))
}
