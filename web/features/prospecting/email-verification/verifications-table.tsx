import { Box } from '@mantine/core'
import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import { type EmailVerification, verifications } from '#contract/prospecting/email-verification.ts'
import { EMAIL_STATE_ORDER, emailLabel } from '#web/lib/email-labels.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { When } from '#web/ui/when.tsx'
import type { VerificationsQuery } from './verifications-search.ts'

interface VerificationsTableProps {
  query: VerificationsQuery
  onChange: (change: Partial<VerificationsQuery>) => void
}

const FILTERS: readonly ListFilter<VerificationsQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: EMAIL_STATE_ORDER.map((value) => ({ value, label: emailLabel(value).label })),
  },
]

const formatReason = ({ reason_text, suggestion }: EmailVerification): string =>
  suggestion ? `${reason_text} Did you mean: ${suggestion}` : reason_text

const COLUMNS: readonly Column<EmailVerification>[] = [
  { id: 'email', label: 'Address', cell: (row) => row.email },
  { id: 'state', label: 'State', cell: (row) => <EmailBadge email={row.email} state={row.state} /> },
  { id: 'reason', label: 'Reason', width: '40%', full: formatReason, cell: formatReason },
  { id: 'provider', label: 'Mail provider', cell: (row) => row.mx?.provider ?? '–' },
  {
    id: 'checked',
    label: 'Verified on',
    cell: (row) => (row.checked_at ? <When at={row.checked_at} /> : 'Not yet'),
  },
]

type From = VerificationsQuery['from']

const TAB_LABELS: Record<From, string> = {
  user: 'Verified by you',
  search: 'From searches',
  all: 'All addresses',
}
const EMPTY: Record<From, string> = {
  user: 'Type an address above, or paste or upload many. Results appear here.',
  search: 'Addresses found by searches are verified automatically and appear here.',
  all: 'Type an address above, or paste or upload many. Results appear here.',
}

interface OriginTabsProps {
  from: From
  /** Counts by origin; absent while loading. */
  counts: Readonly<Record<'user' | 'search', number>> | null | undefined
}

/** Tabs for requested checks and those of searches and enrichments. */
function OriginTabs({ from, counts }: OriginTabsProps) {
  const formatLabel = (id: From) =>
    id === 'all' || !counts ? TAB_LABELS[id] : `${TAB_LABELS[id]} (${formatNumber(counts[id])})`
  return (
    <Box pt={4} pb="sm" px="var(--app-gutter)" style={{ borderBottom: 'var(--app-line)' }}>
      <TabLinks
        label="Verified by"
        current={from}
        tabs={(['user', 'search', 'all'] as const).map((id) => ({
          id,
          to: '/lead-search/email-verification',
          label: formatLabel(id),
          search: () => (id === 'user' ? {} : { from: id }),
        }))}
      />
    </Box>
  )
}

/** Verified addresses of one run or all, with filters. */
export function VerificationsTable({ query, onChange }: VerificationsTableProps) {
  const { run, from, state, search, page, limit } = query
  const found = usePagedQuery(verifications, {
    query: {
      page,
      limit,
      ...(run !== null ? { run_id: run } : from === 'all' ? {} : { origin: from }),
      ...(state === null ? {} : { state }),
      search,
    },
  })
  return (
    <>
      {run === null && <OriginTabs from={from} counts={found.data?.by_origin} />}
      <ListSection
        heading={run === null ? 'Verified addresses' : 'Addresses of this verification'}
        label="Verified addresses"
        things="addresses"
        list={{ found, query, change: onChange }}
        searchLabel="Search the addresses"
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={(row) => row.email}
        empty={
          <EmptyState icon={IconMailCheck} title="No addresses verified yet">
            {run === null ? EMPTY[from] : 'Addresses appear here once they’re verified.'}
          </EmptyState>
        }
      />
    </>
  )
}
