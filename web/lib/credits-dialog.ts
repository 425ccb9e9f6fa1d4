import { createStore, useStore } from './store.ts'

/** Whose credits the dialog is about; null while it is closed. */
type Asked = { accountId: number; name?: string; direction?: 'give' | 'take' } | null

const store = createStore<Asked>(null)

/** Opens the dialog that gives credits to an account below, or takes them back, from any list or page of accounts. */
export const openCreditsDialog = (asked: NonNullable<Asked>): void => store.set(asked)
export const closeCreditsDialog = (): void => store.set(null)
export const useCreditsDialog = (): Asked => useStore(store)
