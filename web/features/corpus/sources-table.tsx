import { Button } from '@mantine/core'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { corpusSources } from '#contract/corpus.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { When } from '#web/ui/when.tsx'

type Source = Reply<typeof corpusSources>['data'][number]

const COLUMNS: readonly Column<Source>[] = [
  { id: 'source', label: 'Source', cell: ({ name }) => name },
  { id: 'licence', label: 'Licence', cell: ({ licence }) => licence },
  { id: 'places', label: 'Places', align: 'end', cell: ({ places }) => formatNumber(places) },
  { id: 'people', label: 'People', align: 'end', cell: ({ people }) => formatNumber(people) },
  {
    id: 'as_of',
    label: 'Data as of',
    cell: ({ data_as_of }) => (data_as_of ? formatDay(data_as_of) : '–'),
  },
  { id: 'updated', label: 'Last import', cell: ({ updated_at }) => <When at={updated_at} /> },
]

/** The sources that searches can draw from. */
export function SourcesTable() {
  const found = useQuery(endpointQuery(corpusSources))
  return (
    <DataTable
      label="Sources"
      found={{ ...found, rows: found.data?.data }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={IconDatabase}
          title="The corpus is empty"
          action={
            <Button
              component={Link}
              to="/lead-search/new-search"
              search={{ source: 'sample' } as never}
              variant="default"
            >
              Try sample data
            </Button>
          }
        >
          Import an open data set of places or people, and every search can find them.
        </EmptyState>
      }
    />
  )
}
