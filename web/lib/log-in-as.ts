import { createStore, useStore } from './store.ts'

/** Whom the dialog lists: people of one account, or everyone available; null while it is closed. */
type Requested = { accountId?: number } | null

const store = createStore<Requested>(null)

/** Opens the dialog to log in as someone, from any list of people or accounts. */
export const openLogInAs = (query: NonNullable<Requested> = {}): void => store.set(query)
export const closeLogInAs = (): void => store.set(null)
export const useLogInAs = (): Requested => useStore(store)
