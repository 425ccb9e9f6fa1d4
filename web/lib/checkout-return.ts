import { freeText, oneOf, pageSearch } from './page-search.ts'

const STATES = ['success', 'cancelled'] as const
const MAX_SESSION = 300

/** Query parameters that the payment page adds to the return URL. */
export const checkoutSearch = pageSearch({ checkout: oneOf(STATES, null), session: freeText(MAX_SESSION) })
export type CheckoutReturn = ReturnType<typeof checkoutSearch.read>
