import type { ActionName } from '#contract/leads/list-types/define.ts'
import { createStore, useStore } from './store.ts'

/** An action requested elsewhere, for the page of a list to run. */
interface Requested {
  /** The list as in URLs: `local-12`. */
  list: string
  name: ActionName
}

const store = createStore<Requested | null>(null)

/** Requests an action on all leads of a list that is being opened. */
export const requestOnList = (list: string, name: ActionName): void => store.set({ list, name })

/** The action requested for this list; `done` clears the request. */
export function useRequestedOnList(list: string): { name: ActionName | null; done: () => void } {
  const requested = useStore(store)
  return { name: requested?.list === list ? requested.name : null, done: () => store.set(null) }
}
