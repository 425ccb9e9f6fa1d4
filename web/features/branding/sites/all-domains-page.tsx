import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { allDomains, DOMAIN_PROBLEMS, type ReportedDomain } from '#contract/branding/all-domains.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useCan } from '#web/lib/session.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { DOMAIN_PROBLEM_LABELS, reportedBadge, reportedName } from './domain-labels.ts'

const MAX_SEARCH = 253
const POLL_MS = 30_000

const domainsSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  problem: oneOf(DOMAIN_PROBLEMS, null),
  ...paging,
})
type DomainsQuery = ReturnType<typeof domainsSearch.read>

/** Links to the brand of the account, for those who may change it. */
function AccountLink({ account }: { account: NonNullable<ReportedDomain['account']> }) {
  if (!useCan('administer')) return account.name
  return (
    <AnchorLink to="/admin/resellers/$id" params={{ id: String(account.id) }} inherit>
      {account.name}
    </AnchorLink>
  )
}

const COLUMNS: readonly Column<ReportedDomain>[] = [
  { id: 'host', label: 'Domain', card: 'title', wrap: '260px', cell: reportedName },
  { id: 'state', label: 'State', cell: (row) => <StateBadge {...reportedBadge(row)} /> },
  {
    id: 'account',
    label: 'Account',
    wrap: '180px',
    cell: ({ account }) => (account ? <AccountLink account={account} /> : '–'),
  },
  {
    id: 'failing',
    label: 'Failing since',
    cell: ({ failing_since }) => (failing_since ? <When at={failing_since} /> : '–'),
  },
  { id: 'allowed', label: 'Requests allowed', align: 'end', cell: ({ allowed }) => formatNumber(allowed) },
  { id: 'refused', label: 'Requests refused', align: 'end', cell: ({ refused }) => formatNumber(refused) },
  {
    id: 'last',
    label: 'Last request',
    cell: ({ last_request_at }) => (last_request_at ? <When at={last_request_at} /> : 'None'),
  },
]

const FILTERS: readonly ListFilter<DomainsQuery>[] = [
  {
    name: 'problem',
    label: 'Problem',
    all: 'All domains',
    options: DOMAIN_PROBLEMS.map((value) => ({ value, label: DOMAIN_PROBLEM_LABELS[value] })),
  },
]

/** Failing domains of all accounts, and certificate requests; for administrators. */
export function AllDomainsPage() {
  const [query, change] = usePageSearch(domainsSearch)
  const { page, limit, search, problem } = query
  const found = usePagedQuery(
    allDomains,
    { query: { page, limit, search, problem } },
    { refetchInterval: POLL_MS },
  )
  return (
    <ListPage
      title="Domains"
      subtitle="Domains that fail their DNS check, and certificate requests of the last 7 days"
      label="Domains"
      list={{ found, query, change }}
      searchLabel="Search domain"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ host }) => host ?? '*'}
      empty={
        <EmptyState icon={IconWorld} title="No failing domains">
          Domains appear here when their DNS record is missing or the TLS proxy asks for a certificate.
        </EmptyState>
      }
    />
  )
}
