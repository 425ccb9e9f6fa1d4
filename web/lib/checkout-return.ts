import { freeText, oneOf, pageSearch } from './page-search.ts'

const STATES = ['success', 'cancelled'] as const
const MAX_SESSION = 300

/** What the payment page adds to the address to which it sends people back. */
export const checkoutSearch = pageSearch({ checkout: oneOf(STATES, null), session: freeText(MAX_SESSION) })
export type CheckoutReturn = ReturnType<typeof checkoutSearch.read>
