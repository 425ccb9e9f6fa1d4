import IconEraser from '@tabler/icons-react/dist/esm/icons/IconEraser.mjs'
import { type Erasure, erasures } from '#contract/privacy/suppression.ts'
import { formatExact } from '#web/lib/format.ts'
import { pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { KIND_LABELS, removedLabel } from './suppression-labels.ts'

const erasuresSearch = pageSearch({ ...paging })

/** Reports are kept for years, so the date is in full. */
const COLUMNS: readonly Column<Erasure>[] = [
  { id: 'when', label: 'Erased', card: 'title', cell: ({ created_at }) => formatExact(created_at) },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'report', label: 'Removed', wrap: '560px', cell: ({ removed }) => removedLabel(removed) },
  { id: 'kind', label: 'Known by', cell: ({ kind }) => KIND_LABELS[kind] },
  { id: 'by', label: 'By', cell: ({ erased_by }) => erased_by ?? 'Former member' },
  { id: 'id', label: 'Report', align: 'end', cell: ({ id }) => `No. ${id}` },
]

/** Reports of erasures: when, by whom, and what was removed. They contain no personal data. */
export function ErasuresPage() {
  const [query, change] = usePageSearch(erasuresSearch)
  const found = usePagedQuery(erasures, { query })
  return (
    <>
      <PageHeader
        title="Erasure reports"
        subtitle="What was removed for each person, without naming them"
        back={{ to: '/suppression', label: 'Back to the suppression list' }}
      />
      <ListSection
        label="Erasure reports"
        things="reports"
        list={{ found, query, change }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        noMatches={{ title: 'No report', reset: 'Show all reports' }}
        empty={
          <EmptyState icon={IconEraser} title="No erasures yet">
            When you erase a person, a report of what was removed appears here.
          </EmptyState>
        }
      />
    </>
  )
}
