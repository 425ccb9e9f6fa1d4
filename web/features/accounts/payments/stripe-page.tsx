import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import type { ComponentType } from 'react'
import { EVENT_OUTCOMES, type PaymentEvent, paymentEvents } from '#contract/accounts/payments.ts'
import { oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { When } from '#web/ui/when.tsx'
import { PayKickstartTab } from './paykickstart-tab.tsx'
import { OUTCOME_LOOKS, VENDOR_LABELS } from './payment-labels.ts'
import { PaymentProblems } from './problems-tab.tsx'
import { StripeTab } from './stripe-tab.tsx'
import { WaitingSales } from './waiting-tab.tsx'

const PAYMENT_TABS = ['stripe', 'paykickstart', 'problems', 'waiting', 'events'] as const
/** Tabs with a list instead of settings. */
const LISTS: readonly PaymentTab[] = ['problems', 'waiting', 'events']
type PaymentTab = (typeof PAYMENT_TABS)[number]

/** Parameters of the page: its tab, and what its list of events shows. */
const paymentsSearch = pageSearch(
  {
    tab: oneOf<PaymentTab, 'stripe'>([...PAYMENT_TABS], 'stripe'),
    outcome: oneOf(EVENT_OUTCOMES, null),
    ...paging,
  },
  { stays: ['tab'] },
)

const COLUMNS: readonly Column<PaymentEvent>[] = [
  { id: 'when', label: 'Received', cell: ({ received_at }) => <When at={received_at} /> },
  { id: 'type', label: 'Event', card: 'title', cell: ({ type }) => type },
  { id: 'vendor', label: 'From', cell: ({ vendor }) => VENDOR_LABELS[vendor] },
  { id: 'outcome', label: 'Outcome', cell: ({ outcome }) => <StateBadge {...OUTCOME_LOOKS[outcome]} /> },
  { id: 'detail', label: 'Details', wrap: '320px', cell: ({ detail }) => detail ?? '–' },
  { id: 'id', label: 'ID', width: '20%', full: ({ id }) => id, cell: ({ id }) => id },
]

const FILTERS: readonly ListFilter<ReturnType<typeof paymentsSearch.read>>[] = [
  {
    name: 'outcome',
    label: 'Outcome',
    all: 'All outcomes',
    options: EVENT_OUTCOMES.map((value) => ({ value, label: OUTCOME_LOOKS[value].label })),
  },
]

/** Events from payment vendors, with their results. */
function PaymentEvents() {
  const [query, change] = usePageSearch(paymentsSearch)
  const { page, limit, outcome } = query
  const found = usePagedQuery(paymentEvents, { query: { page, limit, outcome } })
  return (
    <ListSection
      label="Payment events"
      list={{ found, query, change }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ vendor, id }) => `${vendor} ${id}`}
      noMatches={{ title: 'No matching events', reset: 'Show all events' }}
      empty={
        <EmptyState icon={IconReceipt} title="No events yet">
          Payments, refunds and cancellations from Stripe and PayKickstart appear here.
        </EmptyState>
      }
    />
  )
}

const TABS: Record<PaymentTab, { label: string; Tab: ComponentType }> = {
  stripe: { label: 'Stripe', Tab: StripeTab },
  paykickstart: { label: 'PayKickstart', Tab: PayKickstartTab },
  problems: { label: 'Problems', Tab: PaymentProblems },
  waiting: { label: 'Waiting sales', Tab: WaitingSales },
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
      <PageBody {...(LISTS.includes(tab) ? { p: 0 } : { maw: 760 })}>
        <Tab key={tab} />
      </PageBody>
    </>
  )
}
