import { createStore, useStore } from './store.ts'

/** The account of the dialog; null while it is closed. */
type Requested = { accountId: number; name?: string; direction?: 'give' | 'take' } | null

const store = createStore<Requested>(null)

/**
 * Opens the dialog that gives credits to an account below or takes them back; for any list or page of
 * accounts.
 */
export const openCreditsDialog = (requested: NonNullable<Requested>): void => store.set(requested)
export const closeCreditsDialog = (): void => store.set(null)
export const useCreditsDialog = (): Requested => useStore(store)
