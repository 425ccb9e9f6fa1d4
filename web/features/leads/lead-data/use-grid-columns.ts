import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ViewColumns } from '#contract/leads/views.ts'
import { createStore, type Store, useStore } from '#web/lib/store.ts'
import { defaultColumns, writeColumns } from './grid-columns.ts'

interface Layout {
  columns: ViewColumns
  /** How often someone has changed them by hand. */
  edits: number
}

const stores = new Map<ListTypeId, Store<Layout>>()

/** The columns of a list type as they are at this moment, with the number of changes by hand. */
export function layoutOf(type: ListTypeId): Store<Layout> {
  const store = stores.get(type) ?? createStore<Layout>({ columns: defaultColumns(type), edits: 0 })
  stores.set(type, store)
  return store
}

/** Shows these columns; nobody has changed them by hand. */
export function showColumns(type: ListTypeId, columns: ViewColumns): void {
  const store = layoutOf(type)
  store.set({ ...store.get(), columns })
}

/** Someone changes the columns that are at this moment; what comes out the same is no change. */
export function editColumns(type: ListTypeId, edit: (columns: ViewColumns) => ViewColumns): void {
  const store = layoutOf(type)
  const now = store.get()
  const columns = edit(now.columns)
  if (writeColumns(type, columns) === writeColumns(type, now.columns)) return
  store.set({ columns, edits: now.edits + 1 })
}

/**
 * The columns of the grid. A store beside the address, so that dragging a column's edge draws the grid again and
 * nothing else; `useColumnsInAddress` brings the two together.
 */
export const useGridColumns = (type: ListTypeId): ViewColumns => useStore(layoutOf(type)).columns
