import type { ActionName } from '#contract/leads/list-types/define.ts'
import { createStore, useStore } from './store.ts'

/** An action that was asked for elsewhere, for the page of a list to do. */
interface Requested {
  /** The list as addresses name it: `local-12`. */
  list: string
  name: ActionName
}

const store = createStore<Requested | null>(null)

/** Asks the page of a list, which is being opened, for an action on all its leads. */
export const requestOnList = (list: string, name: ActionName): void => store.set({ list, name })

/** What was asked of this list; `done` takes the question away. */
export function useRequestedOnList(list: string): { name: ActionName | null; done: () => void } {
  const requested = useStore(store)
  return { name: requested?.list === list ? requested.name : null, done: () => store.set(null) }
}
