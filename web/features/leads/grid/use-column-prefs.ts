import type { ListTypeId } from '#contract/list-types/index.ts'
import { createStore, type Store, useStore } from '#web/lib/store.ts'
import { type ColumnPrefs, prefsKey, readPrefs } from './column-prefs.ts'

const stores = new Map<ListTypeId, Store<ColumnPrefs>>()

const stored = (type: ListTypeId): string | null => {
  try {
    return localStorage.getItem(prefsKey(type))
  } catch {
    return null
  }
}

function storeOf(type: ListTypeId): Store<ColumnPrefs> {
  const known = stores.get(type)
  if (known) return known
  const store = createStore(readPrefs(type, stored(type)))
  store.subscribe(() => {
    try {
      localStorage.setItem(prefsKey(type), JSON.stringify(store.get()))
    } catch {
      // Storage is full or forbidden: the choice lasts until the page is left.
    }
  })
  stores.set(type, store)
  return store
}

/**
 * Column preferences of a list type, kept in the browser. A store and not the page's state, so that dragging
 * a column's edge draws the grid anew and nothing else.
 */
export function useColumnPrefs(type: ListTypeId): [ColumnPrefs, (next: ColumnPrefs) => void] {
  const store = storeOf(type)
  return [useStore(store), store.set]
}

/** The preferences at this moment. */
export const currentPrefs = (type: ListTypeId): ColumnPrefs => storeOf(type).get()

/** Changes the preferences that are valid at this moment. */
export function editPrefs(type: ListTypeId, edit: (prefs: ColumnPrefs) => ColumnPrefs): void {
  const store = storeOf(type)
  store.set(edit(store.get()))
}
