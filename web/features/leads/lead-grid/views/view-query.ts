import type { Reply } from '#contract/core/endpoint.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LeadView, leadViews, ViewColumns, ViewFilters } from '#contract/leads/views.ts'
import { same } from '#web/lib/search-change.ts'
import { validColumns, writeColumns } from '../../lead-data/grid-columns.ts'
import { EMPTY_QUERY, type GridQuery, gridSearch, isFiltered } from '../../lead-data/grid-query.ts'

/** The views of a list type that a person sees, and how they open its lists. */
export type ViewsReply = Reply<typeof leadViews>

/** What of a query belongs to a view: not the page of rows, the open lead and the trash. */
function viewPart(query: GridQuery) {
  const { page: _page, limit: _limit, lead: _lead, view: _view, viewId: _viewId, ...part } = query
  return part
}

/** What a view that is saved now would show. */
export function savedPart(
  query: GridQuery,
  columns: ViewColumns,
): { filters: ViewFilters; sort: string | null; columns: ViewColumns } {
  const { cols: _cols, sort, search, ...filters } = viewPart(query)
  return { filters: { ...filters, ...(search.trim() ? { search: search.trim() } : {}) }, sort, columns }
}

/** The query of a saved view. What this program does not know any more falls out, as it does of an address. */
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

/** All leads, with the columns that the person had there last. */
export const allLeadsQuery = (
  type: ListTypeId,
  saved: ViewsReply | undefined,
  now: GridQuery = EMPTY_QUERY,
): GridQuery => ({
  ...EMPTY_QUERY,
  limit: now.limit,
  cols: writeColumns(type, validColumns(type, saved?.columns)),
})

/**
 * The query of an address that does not say everything. With filters of its own it keeps them; else it means the view
 * that it names, or the person's default one. Columns are those of the view, or the person's last ones.
 */
export function openedQuery(type: ListTypeId, query: GridQuery, saved: ViewsReply | undefined): GridQuery {
  const isNarrowed = isFiltered(query) || query.sort !== null || query.view === 'bin'
  const requestedId = query.viewId ?? (isNarrowed ? null : saved?.default_view_id)
  const view = saved?.data.find(({ id }) => id === requestedId)
  const opened = view ? viewQuery(type, view, query) : allLeadsQuery(type, saved, query)
  const { viewId, cols } = opened
  return isNarrowed ? { ...query, viewId, cols } : { ...opened, page: query.page, lead: query.lead }
}

/** Whether a query shows something else than the view it started with, or than all leads. */
export function isChanged(type: ListTypeId, query: GridQuery, view: LeadView | undefined): boolean {
  if (!view) return isFiltered(query) || query.sort !== null
  return !same(viewPart(query), viewPart(viewQuery(type, view)))
}
