import type * as z from 'zod/mini'
import { DUPLICATE_REASONS, type Duplicate } from '#contract/sources/corpus-duplicates.ts'
import type { DuplicateRow } from './duplicates-store.ts'

/** A pair for the contract. */
export function presentDuplicate(row: DuplicateRow): z.output<typeof Duplicate> {
  const { same = [], metres = null, names = null } = row.reasons
  return {
    place_id: row.place_id,
    other_id: row.other_id,
    state: row.state,
    same: DUPLICATE_REASONS.filter((reason) => same.includes(reason)),
    metres,
    names,
    decided_at: row.decided_at?.toISOString() ?? null,
    place: row.place,
    other: row.other,
  }
}
