import type { Versioned } from '#contract/core/versions.ts'
import { ApiError } from './api-error.ts'

/** Texts of a form by field. */
export type Texts<F extends string> = Record<F, string>
export type Side = 'mine' | 'theirs'

/** A field in which what I typed and what someone else saved are not the same. */
export interface Difference<F extends string> {
  field: F
  mine: string
  theirs: string
  /** Whose value stands unless the person says otherwise: of who alone has changed it, mine where both have. */
  pick: Side
}

/** The record as it is, when a save was refused because someone else came first; else null. */
export const conflictOf = <T extends Versioned>(failure: unknown): T | null =>
  failure instanceof ApiError && failure.code === 'edit_conflict' ? (failure.details.current as T) : null

/** Where two people's texts differ, given what both started with. */
export function differencesOf<F extends string>(
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

/** What is saved: theirs, with my value in each field that I have chosen mine for. */
export const merged = <F extends string>(
  theirs: Texts<F>,
  differences: readonly Difference<F>[],
  picks: Partial<Record<F, Side>>,
): Texts<F> => {
  const result = { ...theirs }
  for (const { field, mine, pick } of differences) if ((picks[field] ?? pick) === 'mine') result[field] = mine
  return result
}
