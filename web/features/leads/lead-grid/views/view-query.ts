import type { Reply } from '#contract/core/endpoint.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { readWhySort } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import type { LeadView, leadViews, ViewColumns, ViewFilters } from '#contract/leads/views.ts'
import { same } from '#web/lib/search-change.ts'
import { readColumns, showBeside, validColumns, writeColumns } from '../../lead-data/grid-columns.ts'
import { EMPTY_QUERY, type GridQuery, gridSearch, isFiltered } from '../../lead-data/grid-query.ts'

/** A person's views of a list type, and the defaults for its lists. */
export type ViewsReply = Reply<typeof leadViews>

/** Parts of a query that belong to a view: not page, open lead and trash. */
function viewPart(query: GridQuery) {
  const { page: _page, limit: _limit, lead: _lead, view: _view, viewId: _viewId, ...part } = query
  return part
}

/** Contents of a view saved now. */
export function savedPart(
  query: GridQuery,
  columns: ViewColumns,
): { filters: ViewFilters; sort: string | null; columns: ViewColumns } {
  const { cols: _cols, sort, search, ...filters } = viewPart(query)
  return { filters: { ...filters, ...(search.trim() ? { search: search.trim() } : {}) }, sort, columns }
}

/** The query of a saved view. Unknown parts are dropped, as in an address. */
export function viewQuery(type: ListTypeId, view: LeadView, now: GridQuery = EMPTY_QUERY): GridQuery {
  const { read, write } = gridSearch(type)
  const { search, startDate, endDate, filter, ...rest } = view.filters
  return read(
    write({
      ...EMPTY_QUERY,
      ...rest,
      search: search ?? '',
      filter: filter ?? null,
      startDate: startDate ?? null,
      endDate: endDate ?? null,
      sort: view.sort,
      limit: now.limit,
      viewId: view.id,
      cols: writeColumns(type, validColumns(type, view.columns)),
    }),
  )
}

/** All leads, with the person's last columns. */
export const allLeadsQuery = (
  type: ListTypeId,
  saved: ViewsReply | undefined,
  now: GridQuery = EMPTY_QUERY,
): GridQuery => ({
  ...EMPTY_QUERY,
  limit: now.limit,
  cols: writeColumns(type, validColumns(type, saved?.columns)),
})

/** Columns with why beside the name. */
function withWhy(type: ListTypeId, cols: string): string {
  const columns = validColumns(type, readColumns(type, cols))
  return writeColumns(type, showBeside(columns, WHY_FIELD.name))
}

/**
 * Completes a partial address. With its own filters it keeps them; else it opens the view it names, or the person's
 * default. Columns are those of the view, or the person's last ones.
 */
export function openedQuery(type: ListTypeId, query: GridQuery, saved: ViewsReply | undefined): GridQuery {
  const isNarrowed = isFiltered(query) || query.sort !== null || query.view === 'bin'
  const requestedId = query.viewId ?? (isNarrowed ? null : saved?.default_view_id)
  const view = saved?.data.find(({ id }) => id === requestedId)
  const opened = view ? viewQuery(type, view, query) : allLeadsQuery(type, saved, query)
  const { viewId } = opened
  const cols = readWhySort(query.sort) === null ? opened.cols : withWhy(type, opened.cols)
  return isNarrowed ? { ...query, viewId, cols } : { ...opened, page: query.page, lead: query.lead }
}

/** Whether a query differs from the view it started from, or from all leads. */
export function isChanged(type: ListTypeId, query: GridQuery, view: LeadView | undefined): boolean {
  if (!view) return isFiltered(query) || query.sort !== null
  return !same(viewPart(query), viewPart(viewQuery(type, view)))
}
