import type { Versioned } from '#contract/core/versions.ts'
import { AppError } from './errors.ts'

/** A record that was saved by someone else since it was read; the answer holds it as it is now. */
export const editConflict = (current: Versioned): AppError =>
  new AppError(
    'edit_conflict',
    `${current.updated_by ?? 'Someone else'} saved other changes after you opened this`,
    { details: { current } },
  )

/**
 * Refuses a change that was made on an older version. `locked` is the record as it is, read `for update` in the
 * transaction that will write it, so that nobody comes in between.
 * @throws AppError edit_conflict with the record as it is
 */
export function requireVersion<Row extends { version: number }>(
  locked: Row,
  given: number,
  present: (row: Row) => Versioned,
): void {
  if (locked.version !== given) throw editConflict(present(locked))
}
