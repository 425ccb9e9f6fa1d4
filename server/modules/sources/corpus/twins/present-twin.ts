import type * as z from 'zod/mini'
import { TWIN_REASONS, type Twin } from '#contract/sources/corpus-twins.ts'
import type { TwinRow } from './twins-store.ts'

/** A pair as the contract has it. */
export function presentTwin(row: TwinRow): z.output<typeof Twin> {
  const { same = [], metres = null, names = null } = row.reasons
  return {
    place_id: row.place_id,
    other_id: row.other_id,
    state: row.state,
    same: TWIN_REASONS.filter((reason) => same.includes(reason)),
    metres,
    names,
    decided_at: row.decided_at?.toISOString() ?? null,
    place: row.place,
    other: row.other,
  }
}
