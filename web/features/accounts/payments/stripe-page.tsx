import type { ComponentType } from 'react'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { PayKickstartTab } from './paykickstart-tab.tsx'
import { PaymentEvents } from './payment-events.tsx'
import classes from './payments.module.css'
import { PAYMENT_TABS, type PaymentTab, paymentsSearch } from './payments-search.ts'
import { StripeTab } from './stripe-tab.tsx'

const TABS: Record<PaymentTab, { label: string; Tab: ComponentType }> = {
  stripe: { label: 'Stripe', Tab: StripeTab },
  paykickstart: { label: 'PayKickstart', Tab: PayKickstartTab },
  events: { label: 'Events', Tab: PaymentEvents },
}

/** How an account takes payments, and events of its payment vendors. */
export function StripePage() {
  const [{ tab }] = usePageSearch(paymentsSearch)
  const { Tab } = TABS[tab]
  return (
    <>
      <PageHeader title="Stripe" subtitle="Take payments for your packages and top-up packs">
        <TabLinks
          label="Payments"
          tabs={PAYMENT_TABS.map((id) => ({
            to: '/whitelabel/stripe',
            id,
            label: TABS[id].label,
            search: () => (id === 'stripe' ? {} : { tab: id }),
          }))}
          current={tab}
        />
      </PageHeader>
      <div className={tab === 'events' ? undefined : classes.page}>
        <Tab key={tab} />
      </div>
    </>
  )
}
