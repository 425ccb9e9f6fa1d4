import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import {
  APP_ERROR_SOURCES,
  APP_ERROR_STATES,
  type AppErrorGroup,
  appErrors,
} from '#contract/core/app-errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { SOURCE_LABELS, stateBadge } from './error-labels.ts'

const MAX_SEARCH = 200

const errorsSearch = pageSearch({
  search: freeText(MAX_SEARCH),
  state: oneOf(APP_ERROR_STATES, null),
  source: oneOf(APP_ERROR_SOURCES, null),
  ...paging,
})
type ErrorsQuery = ReturnType<typeof errorsSearch.read>

const COLUMNS: readonly Column<AppErrorGroup>[] = [
  {
    id: 'error',
    label: 'Error',
    card: 'title',
    wrap: '420px',
    cell: ({ id, title }) => (
      <AnchorLink to="/admin/errors/$id" params={{ id: String(id) }} inherit>
        {title}
      </AnchorLink>
    ),
  },
  { id: 'state', label: 'State', cell: (error) => <StateBadge {...stateBadge(error)} /> },
  { id: 'source', label: 'Source', cell: ({ source }) => SOURCE_LABELS[source] },
  {
    id: 'day',
    label: 'Last 24 hours',
    align: 'end',
    cell: ({ last_24_hours }) => formatNumber(last_24_hours),
  },
  { id: 'all', label: 'All', align: 'end', cell: ({ occurrences }) => formatNumber(occurrences) },
  { id: 'last', label: 'Last seen', cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
  { id: 'first', label: 'First seen', cell: ({ first_seen_at }) => <When at={first_seen_at} /> },
  { id: 'release', label: 'Release', cell: ({ release }) => release ?? '–' },
]

const FILTERS: readonly ListFilter<ErrorsQuery>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'solved', label: 'Solved' },
    ],
  },
  {
    name: 'source',
    label: 'Source',
    all: 'All sources',
    options: APP_ERROR_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })),
  },
]

/** Errors of the web application and the server, grouped; for administrators. */
export function ErrorsPage() {
  const [query, change] = usePageSearch(errorsSearch)
  const { page, limit, search, state, source } = query
  const found = usePagedQuery(appErrors, { query: { page, limit, search, state, source } })
  return (
    <ListPage
      title="App errors"
      subtitle="Grouped errors of the web application and the server, kept for 90 days"
      label="App errors"
      list={{ found, query, change }}
      searchLabel="Search errors"
      searchMax={MAX_SEARCH}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      noMatches={{ title: 'No matching errors', reset: 'Show all errors' }}
      empty={
        <EmptyState icon={IconBug} title="No errors">
          Uncaught errors in browsers and failures of the server appear here.
        </EmptyState>
      }
    />
  )
}
