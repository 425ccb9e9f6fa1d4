import { createStore, useStore } from '#web/lib/store.ts'

const open = createStore(false)

/** Opens or closes the drawer with the first steps (small screens). */
export const setChecklistOpen = open.set
export const useChecklistOpen = (): boolean => useStore(open)
