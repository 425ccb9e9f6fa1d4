import { createStore, useStore } from '../../../lib/store.ts'

const KEY = 'runs_open'

const stored = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

const store = createStore(stored())

/** Opens or closes the drawer of runs; its state survives a reload. */
export function setRunsOpen(open: boolean): void {
  try {
    if (open) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage it only does not survive a reload.
  }
  store.set(open)
}

/** Whether the drawer of runs is open. */
export const useRunsOpen = (): boolean => useStore(store)
