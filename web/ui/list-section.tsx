import { Button } from '@mantine/core'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import { type ReactNode, useEffect } from 'react'
import { PAGE_SIZES } from '#contract/core/constants.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { isNarrowed, type ListFilter, type ListQuery, ListToolbar, widened } from './list-toolbar.tsx'
import { Pager, pastTheEnd } from './pager.tsx'

/** A page of rows as the API answers it. */
interface PageOf<Row> {
  data: Row[]
  total: number
  currentPage: number
  pageSize: number
}

/** The part of a query's result that a list needs. */
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
    /** What is asked, usually the parameters of the address, and the way to ask something else. */
    query: Query
    change: (part: Partial<Query>) => void
  }
  /** Name of the parameter that orders the rows. */
  sortBy?: keyof Query & string
  heading?: string | undefined
  searchLabel?: string
  searchMax?: number
  filters?: readonly ListFilter<Query>[]
  /** Further controls of the toolbar. */
  toolbar?: ReactNode
  /** What is there when nothing matches: "No matching emails", and the button that shows everything again. */
  noMatches: { title: string; reset: string }
  /** Takes the height that is left; the rows scroll in it. */
  fill?: boolean
}

/** Rows of the server with search, filters and pages; their state lives where `query` comes from. */
export function ListSection<Row, Query extends ListQuery>(props: ListSectionProps<Row, Query>) {
  const { list, sortBy, heading, searchLabel, searchMax, filters, toolbar, ...rest } = props
  const { found, query, change } = list
  const { noMatches, empty, fill = false, ...table } = rest
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
        // Rows of a page beyond the end are on their way: that is no empty list.
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
