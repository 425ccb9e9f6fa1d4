import { Button } from '@mantine/core'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import { type ReactNode, useEffect } from 'react'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { isNarrowed, type ListFilter, type ListQuery, ListToolbar, widened } from './list-toolbar.tsx'
import { Pager, pastTheEnd } from './pager.tsx'

/** A page of rows as the API returns it. */
interface PageOf<Row> {
  data: Row[]
  total: number
  currentPage: number
  pageSize: number
}

/** The parts of a query result that a list needs. */
interface PageQuery<Row> {
  data: PageOf<Row> | undefined
  isError: boolean
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface ListSectionProps<Row, Query extends ListQuery>
  extends Omit<DataTableProps<Row>, 'found' | 'sort' | 'fill'> {
  list: {
    found: PageQuery<Row>
    /** The query, usually from the URL, and a callback to change it. */
    query: Query
    change: (part: Partial<Query>) => void
  }
  /** Name of the sort parameter. */
  sortBy?: keyof Query & string
  heading?: string
  searchLabel?: string
  searchMax?: number
  filters?: readonly ListFilter<Query>[]
  toolbar?: ReactNode
  /** Title and button of the empty state when filters match nothing; by default with the name of the rows. */
  noMatches?: { title: string; reset: string }
  /** Fills the remaining height; the rows scroll within it. */
  fill?: boolean
}

/** A searchable, filterable and paged list; `query` holds its state. */
export function ListSection<Row, Query extends ListQuery>(props: ListSectionProps<Row, Query>) {
  const { list, sortBy, heading, searchLabel, searchMax, filters, toolbar, ...rest } = props
  const { found, query, change } = list
  const { empty, fill = false, things = rest.label.toLowerCase() } = rest
  const { noMatches = { title: `No matching ${things}`, reset: `Show all ${things}` }, ...table } = rest
  const page = found.data
  const beyond = pastTheEnd(page)
  useEffect(() => {
    if (beyond !== null) change({ page: beyond } as Partial<Query>)
  }, [beyond, change])
  return (
    <>
      <ListToolbar
        query={query}
        change={change}
        heading={heading}
        searchLabel={searchLabel}
        searchMax={searchMax}
        filters={filters}
      >
        {toolbar}
      </ListToolbar>
      <DataTable
        {...table}
        fill={fill}
        // After a page beyond the end, another one is being loaded: don't show the empty state.
        found={{ ...found, rows: beyond === null ? page?.data : undefined, isStale: found.isPlaceholderData }}
        sort={
          sortBy && {
            by: String(query[sortBy]),
            onChange: (by) => change({ [sortBy]: by } as unknown as Partial<Query>),
          }
        }
        empty={
          isNarrowed(query, filters) ? (
            <EmptyState
              icon={IconFilterOff}
              title={noMatches.title}
              action={
                <Button variant="default" onClick={() => change(widened(filters))}>
                  {noMatches.reset}
                </Button>
              }
            />
          ) : (
            empty
          )
        }
      />
      {page !== undefined && page.total > 0 && (
        <Pager
          page={query.page}
          limit={query.limit}
          sizes={PAGE_SIZES}
          total={page.total}
          onChange={(next) => change(next as Partial<Query>)}
        />
      )}
    </>
  )
}
