import type { LeadFilters } from '#contract/leads/leads.ts'
import type { LeadSelection } from '#web/lib/lead-actions.ts'

/** What is selected: these leads, or the first N (all when `first` is absent) of everything the filters match. */
export type Selection = { kind: 'ids'; ids: ReadonlySet<number> } | { kind: 'query'; first?: number }

export const NO_SELECTION: Selection = { kind: 'ids', ids: new Set() }

/** Most ids one call takes; beyond that the selection has to be a query. */
export const MAX_SELECTED_IDS = 10_000

/** How many leads are selected out of `total`. */
export function selectedCount(selection: Selection, total: number): number {
  if (selection.kind === 'ids') return selection.ids.size
  return selection.first === undefined ? total : Math.min(selection.first, total)
}

export const isEmptySelection = (selection: Selection): boolean =>
  selection.kind === 'ids' && selection.ids.size === 0

/** Whether a row shows as selected. `position` counts from 0 over the whole result, not the page. */
export function isSelected(selection: Selection, id: number, position: number): boolean {
  if (selection.kind === 'ids') return selection.ids.has(id)
  return selection.first === undefined || position < selection.first
}

/**
 * Turns one row on or off. Touching a row while a query is selected starts again from the rows in sight:
 * "all but one" cannot be told to the API.
 */
export function toggleRow(selection: Selection, id: number, inSight: readonly number[]): Selection {
  const ids = new Set(selection.kind === 'ids' ? selection.ids : inSight)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'ids', ids }
}

/** The selection when one lead has gone. */
export function without(selection: Selection, id: number): Selection {
  if (selection.kind === 'query' || !selection.ids.has(id)) return selection
  return { kind: 'ids', ids: new Set([...selection.ids].filter((one) => one !== id)) }
}

/** Adds every row between two rows of the page, both included. */
export function selectSpan(
  selection: Selection,
  inSight: readonly number[],
  from: number,
  to: number,
): Selection {
  const [start, end] = [Math.min(from, to), Math.max(from, to)]
  const ids = new Set(selection.kind === 'ids' ? selection.ids : [])
  for (const id of inSight.slice(start, end + 1)) ids.add(id)
  return { kind: 'ids', ids }
}

/** Selects the page, or takes it out when all of it was selected. */
export function togglePage(selection: Selection, inSight: readonly number[]): Selection {
  if (selection.kind === 'query') return NO_SELECTION
  const ids = new Set(selection.ids)
  const whole = inSight.length > 0 && inSight.every((id) => ids.has(id))
  for (const id of inSight) {
    if (whole) ids.delete(id)
    else ids.add(id)
  }
  return { kind: 'ids', ids }
}

/** State of the header's check box. */
export function pageState(selection: Selection, inSight: readonly number[], firstPosition: number) {
  const count = inSight.filter((id, index) => isSelected(selection, id, firstPosition + index)).length
  if (count === 0) return 'none' as const
  return count === inSight.length ? ('all' as const) : ('some' as const)
}

/** The body bulk calls take. */
export function toLeadSelection(selection: Selection, filters: LeadFilters): LeadSelection {
  if (selection.kind === 'ids') return { resultIds: [...selection.ids] }
  return { filters, ...(selection.first === undefined ? {} : { first: selection.first }) }
}
