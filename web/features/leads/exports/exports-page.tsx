import { Box, Button, Stack } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { type ExportRecord, exportHistory, repeatExport } from '#contract/leads/exports.ts'
import { showList } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { formatExact, formatNumber } from '#web/lib/format.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { pageSearch, paging } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { choiceLabel } from './choice-labels.ts'
import { fetchExport } from './export-leads.ts'
import { TemplatesSection } from './templates-section.tsx'

const exportsSearch = pageSearch({ ...paging })

const COLUMNS: readonly Column<ExportRecord>[] = [
  { id: 'when', label: 'Exported', card: 'title', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'choices', label: 'File', wrap: '420px', cell: ({ choices }) => choiceLabel(choices) },
  { id: 'rows', label: 'Leads', align: 'end', cell: ({ rows }) => formatNumber(rows) },
  { id: 'state', label: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'by', label: 'By', cell: ({ created_by }) => created_by ?? '–' },
]

/** The same choices with the current leads. */
function AgainButton({ record }: { record: ExportRecord }) {
  const again = useMutation({
    mutationFn: () => call(repeatExport, { params: { id: record.run_id } }),
    onSuccess: ({ data }) => fetchExport(data),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Export again: ${formatExact(record.created_at)}`}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Export again
    </Button>
  )
}

function Exports({ target }: { target: ListTarget }) {
  const [query, change] = usePageSearch(exportsSearch)
  const list = useEndpoint(showList, { params: { id: target.id } })
  const found = usePagedQuery(exportHistory, { query: { ...query, list_id: target.id } })
  return (
    <>
      <PageHeader
        title="Exports"
        subtitle={list.data?.data.name ?? '\u00a0'}
        back={{ to: `/saved-lists/${listRef(target.type, target.id)}`, label: 'Back to the list' }}
      />
      <Stack data-in-order gap={0} flex={1} mih={0} style={{ overflow: 'auto' }}>
        <Box pb="md">
          <ListSection
            heading="History"
            label="Exports of this list"
            things="exports"
            list={{ found, query, change }}
            columns={COLUMNS}
            rowKey={({ run_id }) => run_id}
            actions={(record) => record.choices && <AgainButton record={record} />}
            noMatches={{ title: 'No matching exports', reset: 'Show all exports' }}
            empty={
              <EmptyState icon={IconDownload} title="No exports yet">
                Exports of this list appear here. You can repeat any of them.
              </EmptyState>
            }
          />
        </Box>
        <TemplatesSection type={target.type} />
      </Stack>
    </>
  )
}

/** Past exports of a list, repeating them, and the templates of its type. */
export function ExportsPage() {
  const ref = useListRef()
  if (!ref) return <EmptyState title="This list does not exist" level={1} />
  return <Exports target={ref} />
}
