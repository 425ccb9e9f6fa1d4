import { createStore, useStore } from './store.ts'

/** For whom the dialog is open: people of one account, or everybody in reach; null while it is closed. */
type Asked = { accountId?: number } | null

const store = createStore<Asked>(null)

/** Opens the dialog to log in as somebody, from any list of people or accounts. */
export const openLogInAs = (asked: NonNullable<Asked> = {}): void => store.set(asked)
export const closeLogInAs = (): void => store.set(null)
export const useLogInAs = (): Asked => useStore(store)
