import { EVENT_OUTCOMES } from '#contract/accounts/payments.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'

export const PAYMENT_TABS = ['stripe', 'paykickstart', 'events'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

/** Parameters of the page: its tab, and what its list of events shows. */
export const paymentsSearch = pageSearch(
  {
    tab: oneOf<PaymentTab, 'stripe'>([...PAYMENT_TABS], 'stripe'),
    outcome: oneOf(EVENT_OUTCOMES, null),
    ...paging,
  },
  { stays: ['tab'] },
)
