import { createStore, useStore } from './store.ts'

const active = createStore(0)

/** Shows the global loading indicator until the promise settles. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  active.set(active.get() + 1)
  try {
    return await work
  } finally {
    active.set(active.get() - 1)
  }
}

export const useAppLoading = (): boolean => useStore(active) > 0
