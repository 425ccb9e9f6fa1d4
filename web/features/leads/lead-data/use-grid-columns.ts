import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { defaultColumns, type ViewColumns } from '#contract/leads/views.ts'
import { createStore, type Store, useStore } from '#web/lib/store.ts'
import { writeColumns } from './grid-columns.ts'

interface Layout {
  columns: ViewColumns
  /** Number of manual changes. */
  edits: number
}

const stores = new Map<ListTypeId, Store<Layout>>()

/** The current columns of a list type, with the number of manual changes. */
export function findLayout(type: ListTypeId): Store<Layout> {
  const store = stores.get(type) ?? createStore<Layout>({ columns: defaultColumns(type), edits: 0 })
  stores.set(type, store)
  return store
}

/** Shows these columns, without a manual change. */
export function showColumns(type: ListTypeId, columns: ViewColumns): void {
  const store = findLayout(type)
  store.set({ ...store.get(), columns })
}

/** A manual change of the current columns; an equal result is no change. */
export function editColumns(type: ListTypeId, edit: (columns: ViewColumns) => ViewColumns): void {
  const store = findLayout(type)
  const now = store.get()
  const columns = edit(now.columns)
  if (writeColumns(type, columns) === writeColumns(type, now.columns)) return
  store.set({ columns, edits: now.edits + 1 })
}

/**
 * The columns of the grid, in a store besides the address, so that resizing a column re-renders only the grid;
 * `useColumnsInAddress` synchronizes both.
 */
export const useGridColumns = (type: ListTypeId): ViewColumns => useStore(findLayout(type)).columns
