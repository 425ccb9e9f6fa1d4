import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs'
import { EVENT_OUTCOMES, type PaymentEvent, paymentEvents } from '#contract/accounts/payments.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { OUTCOME_LOOKS, VENDOR_LABELS } from './payment-labels.ts'
import { paymentsSearch } from './payments-search.ts'

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
export function PaymentEvents() {
  const [query, change] = usePageSearch(paymentsSearch)
  const { page, limit, outcome } = query
  const found = usePagedQuery(paymentEvents, { query: { page, limit, outcome } })
  return (
    <ListSection
      label="Payment events"
      found={found}
      query={query}
      change={change}
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
