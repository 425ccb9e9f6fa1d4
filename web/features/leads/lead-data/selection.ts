import type { LeadFilters } from '#contract/leads/leads.ts'
import type { LeadSelection } from '#web/lib/lead-actions.ts'

/** The selection: these leads, or the first N (all when `first` is absent) that match the filters. */
export type Selection = { kind: 'ids'; ids: ReadonlySet<number> } | { kind: 'query'; first?: number }

export const NO_SELECTION: Selection = { kind: 'ids', ids: new Set() }

/** Maximum ids per request; larger selections have to be a query. */
export const MAX_SELECTED_IDS = 10_000

/** Number of selected leads out of `total`. */
export function selectedCount(selection: Selection, total: number): number {
  if (selection.kind === 'ids') return selection.ids.size
  return selection.first === undefined ? total : Math.min(selection.first, total)
}

export const isEmptySelection = (selection: Selection): boolean =>
  selection.kind === 'ids' && selection.ids.size === 0

/** Whether a row is selected. `position` counts from 0 over the whole result, not the page. */
export function isSelected(selection: Selection, id: number, position: number): boolean {
  if (selection.kind === 'ids') return selection.ids.has(id)
  return selection.first === undefined || position < selection.first
}

/**
 * Toggles one row. Toggling a row while a query is selected starts over with the rows of the page, because the API
 * has no "all but one".
 */
export function toggleRow(selection: Selection, id: number, visibleIds: readonly number[]): Selection {
  const ids = new Set(selection.kind === 'ids' ? selection.ids : visibleIds)
  if (!ids.delete(id)) ids.add(id)
  return { kind: 'ids', ids }
}

/** The selection without a removed lead. */
export function without(selection: Selection, id: number): Selection {
  if (selection.kind === 'query' || !selection.ids.has(id)) return selection
  return { kind: 'ids', ids: new Set([...selection.ids].filter((other) => other !== id)) }
}

/** Adds every row between two rows of the page, inclusive. */
export function selectSpan(
  selection: Selection,
  { visibleIds, from, to }: { visibleIds: readonly number[]; from: number; to: number },
): Selection {
  const [start, end] = [Math.min(from, to), Math.max(from, to)]
  const ids = new Set(selection.kind === 'ids' ? selection.ids : [])
  for (const id of visibleIds.slice(start, end + 1)) ids.add(id)
  return { kind: 'ids', ids }
}

/** Selects the page, or deselects it when it was fully selected. */
export function togglePage(selection: Selection, visibleIds: readonly number[]): Selection {
  if (selection.kind === 'query') return NO_SELECTION
  const ids = new Set(selection.ids)
  const whole = visibleIds.length > 0 && visibleIds.every((id) => ids.has(id))
  for (const id of visibleIds) {
    if (whole) ids.delete(id)
    else ids.add(id)
  }
  return { kind: 'ids', ids }
}

/** State of the header's check box. */
export function pageState(selection: Selection, visibleIds: readonly number[], firstPosition: number) {
  const count = visibleIds.filter((id, index) => isSelected(selection, id, firstPosition + index)).length
  if (count === 0) return 'none' as const
  return count === visibleIds.length ? ('all' as const) : ('some' as const)
}

/** The selection in a bulk request. */
export function toLeadSelection(selection: Selection, filters: LeadFilters): LeadSelection {
  if (selection.kind === 'ids') return { resultIds: [...selection.ids] }
  return { filters, ...(selection.first === undefined ? {} : { first: selection.first }) }
}
