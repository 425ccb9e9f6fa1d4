import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs'
import { type WaitingSale, waitingSales } from '#contract/accounts/waiting-sales.ts'
import { formatDay, formatMinor } from '#web/lib/format.ts'
import { pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { When } from '#web/ui/when.tsx'
import { VENDOR_LABELS } from './payment-labels.ts'

const waitingSearch = pageSearch({ ...paging })

const formatAmount = ({ amount_minor: amount, currency }: WaitingSale): string =>
  amount === null || currency === null ? 'Trial' : formatMinor(amount, currency)

function formatEnd({ ends_at: ends, period_end: paid }: WaitingSale): string {
  if (ends) return `Ends ${formatDay(ends)}`
  return paid ? `Paid until ${formatDay(paid)}` : 'Bought once'
}

const COLUMNS: readonly Column<WaitingSale>[] = [
  { id: 'when', label: 'Since', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'email', label: 'Email', card: 'title', cell: ({ email }) => email },
  { id: 'name', label: 'Sold', cell: ({ name }) => name },
  { id: 'amount', label: 'Amount', align: 'end', cell: formatAmount },
  { id: 'end', label: 'Period', cell: formatEnd },
  { id: 'vendor', label: 'At', cell: ({ vendor }) => VENDOR_LABELS[vendor] },
  { id: 'id', label: 'ID', width: '20%', full: (row) => row.external_id, cell: (row) => row.external_id },
]

/** Sales with the email of a customer, which wait until that person claims them. */
export function WaitingSales() {
  const [query, change] = usePageSearch(waitingSearch)
  const { page, limit } = query
  const found = usePagedQuery(waitingSales, { query: { page, limit } })
  return (
    <ListSection
      label="Waiting sales"
      list={{ found, query, change }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={IconHourglass} title="No sales are waiting">
          Someone who pays with a customer’s email without signing in gets nothing until that customer adds
          the purchase to the account. Until then it is listed here. Cancel and refund it where it was paid if
          nobody does.
        </EmptyState>
      }
    />
  )
}
