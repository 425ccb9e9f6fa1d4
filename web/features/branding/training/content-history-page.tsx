import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { type AuditEntry, auditLog } from '#contract/core/audit-log.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'

const historySearch = pageSearch({ search: freeText(200), ...paging })

const readName = ({ detail }: AuditEntry): string => {
  const name = detail?.title ?? detail?.name
  return typeof name === 'string' ? name : '–'
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'when', label: 'When', cell: ({ at }) => <When at={at} /> },
  { id: 'what', label: 'Change', card: 'title', cell: ({ label }) => label },
  { id: 'name', label: 'Name', wrap: '280px', cell: readName },
  { id: 'who', label: 'Who', cell: ({ user }) => user?.name ?? user?.email ?? '–' },
]

/** Who changed which training content of the platform, newest first. */
export function ContentHistoryPage() {
  const [query, change] = usePageSearch(historySearch)
  const { page, limit, search } = query
  const found = usePagedQuery(auditLog, { query: { page, limit, area: 'training' as const, search } })
  return (
    <>
      <PageHeader
        title="Training content history"
        subtitle="Who changed what, and when"
        back={{ to: '/admin/training-content', label: 'Back to all courses' }}
      />
      <ListSection
        label="Changes"
        list={{ found, query, change }}
        searchLabel="Search people"
        searchMax={200}
        columns={COLUMNS}
        rowKey={({ seq }) => seq}
        empty={
          <EmptyState icon={IconHistory} title="No changes yet">
            Changes to courses, pages and topics appear here.
          </EmptyState>
        }
      />
    </>
  )
}
