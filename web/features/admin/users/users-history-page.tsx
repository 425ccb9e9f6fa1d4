import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AuditEntry, auditLog } from '#contract/core/audit-log.ts'
import { pageSearch, paging, words } from '#web/lib/page-search.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'
import { changeText } from './change-text.ts'

const historySearch = pageSearch({ search: words(200), ...paging })
const text = (value: unknown): string => (typeof value === 'string' ? value : '–')

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'when', label: 'When', cell: ({ at }) => <When at={at} /> },
  { id: 'user', label: 'User', card: 'title', wrap: '240px', cell: ({ detail }) => text(detail?.email) },
  { id: 'what', label: 'Change', cell: ({ label }) => label },
  { id: 'detail', label: 'Before and after', wrap: '360px', cell: ({ detail }) => changeText(detail) },
  { id: 'reason', label: 'Reason', wrap: '220px', cell: ({ detail }) => text(detail?.reason) },
  { id: 'who', label: 'Who', wrap: '200px', cell: ({ user }) => user?.name ?? user?.email ?? '–' },
]

/** Who changed which user, with before and after, newest first. */
export function UsersHistoryPage() {
  const [query, change] = usePageSearch(historySearch)
  const { page, limit, search } = query
  const found = useQuery({
    ...endpointQuery(auditLog, {
      query: { page, limit, area: 'users', ...(search.trim() && { search: search.trim() }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="Users history"
        subtitle="Who changed what, and when"
        back={{ to: '/admin/users', label: 'Back to Users' }}
      />
      <ListSection
        label="Changes"
        found={found}
        query={query}
        change={change}
        searchLabel="Search who made the change"
        searchMax={200}
        columns={COLUMNS}
        rowKey={({ seq }) => seq}
        nothing={{ title: 'No matching changes', reset: 'Show all changes' }}
        empty={
          <EmptyState icon={IconHistory} title="No changes yet">
            Users that staff add, change, suspend or delete appear here.
          </EmptyState>
        }
      />
    </>
  )
}
