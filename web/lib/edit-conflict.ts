import type { Versioned } from '#contract/core/versions.ts'
import { ApiError } from './api-error.ts'

/** Field values of a form. */
export type Texts<F extends string> = Record<F, string>
export type Side = 'mine' | 'theirs'

/** A field where my value and the saved one differ. */
export interface Difference<F extends string> {
  field: F
  mine: string
  theirs: string
  /** The default choice: the side that changed the field, or mine if both did. */
  pick: Side
}

/** The current record if a save was refused because someone else saved first; else null. */
export const findConflict = <T extends Versioned>(failure: unknown): T | null =>
  failure instanceof ApiError && failure.code === 'edit_conflict' ? (failure.details.current as T) : null

/** Fields where both versions differ, given their common base. */
export function findDifferences<F extends string>(
  fields: readonly F[],
  { base, mine, theirs }: { base: Texts<F>; mine: Texts<F>; theirs: Texts<F> },
): Difference<F>[] {
  return fields
    .filter((field) => mine[field].trim() !== theirs[field].trim())
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      pick: mine[field].trim() === base[field].trim() ? 'theirs' : 'mine',
    }))
}

/** Their version, with my value in each field where I chose mine. */
export const merged = <F extends string>(
  theirs: Texts<F>,
  differences: readonly Difference<F>[],
  picks: Partial<Record<F, Side>>,
): Texts<F> => {
  const result = { ...theirs }
  for (const { field, mine, pick } of differences) if ((picks[field] ?? pick) === 'mine') result[field] = mine
  return result
}
