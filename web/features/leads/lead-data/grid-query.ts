import * as z from 'zod/mini'
import {
  DEFAULT_FILTERS,
  EMAIL_FILTER,
  SEARCH_MODES,
  SENT_FILTER,
  type SearchMode,
} from '#contract/core/constants.ts'
import type { Condition, FilterGroup, LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { readWhySort } from '#contract/leads/services.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { findField } from '#web/lib/list-fields.ts'
import { count, freeText, oneOf, pageSearch, paging, readAs } from '#web/lib/page-search.ts'
import type { PageSearch } from '#web/lib/search-change.ts'
import { isComplete, readConditions, readDay, readGroup } from './filters/filter-reader.ts'
import { readColumns, writeColumns } from './grid-columns.ts'

/** Query of the grid with its open lead. Stored in the URL only. */
export interface GridQuery {
  search: string
  search_type: SearchMode
  page: number
  limit: number
  /** A sortable field, `-` in front for descending; null is the server's default order. */
  sort: string | null
  /** Sidebar conditions; all must match. */
  custom_search: Condition[]
  /** Nested groups of the filter builder. */
  filter: FilterGroup | null
  startDate: string | null
  endDate: string | null
  sent: 0 | 1 | 2
  withEmail: -1 | 0 | 1 | 2
  view: 'active' | 'bin'
  /** The lead whose drawer is open. */
  lead: number | null
  /** The saved view it started from; the query itself takes precedence. */
  viewId: number | null
  /** The columns in the format of `writeColumns`; empty if not in the address. */
  cols: string
}

/** The query of a page opened without parameters. */
export const EMPTY_QUERY: GridQuery = {
  search: '',
  search_type: DEFAULT_FILTERS.search_type,
  page: DEFAULT_FILTERS.page,
  limit: DEFAULT_FILTERS.limit,
  sort: null,
  custom_search: [],
  filter: null,
  startDate: null,
  endDate: null,
  sent: DEFAULT_FILTERS.sent,
  withEmail: DEFAULT_FILTERS.withEmail,
  view: 'active',
  lead: null,
  viewId: null,
  cols: '',
}

/** Short names in the URL. */
const URL_NAMES = {
  search: 'q',
  search_type: 'mode',
  custom_search: 'f',
  filter: 'g',
  startDate: 'from',
  endDate: 'to',
  withEmail: 'email',
  viewId: 'v',
}

const MAX_SEARCH_LENGTH = 300

/** The field of a sort order; that by `why` may name a service. */
const sortedField = (sort: string): string =>
  readWhySort(sort) === null ? sort.replace(/^-/, '') : WHY_FIELD.name

/** Columns in canonical form. */
function readCols(type: ListTypeId, raw: unknown): string {
  const columns = readColumns(type, raw)
  return columns ? writeColumns(type, columns) : ''
}

/**
 * The grid's parameters for a list type. Unknown, malformed or unsupported parameters are dropped: a hostile or
 * outdated address shows the unfiltered list, never an error.
 */
const makeGridSearch = (type: ListTypeId): PageSearch<GridQuery> =>
  pageSearch(
    {
      search: freeText(MAX_SEARCH_LENGTH),
      search_type: oneOf(SEARCH_MODES, EMPTY_QUERY.search_type),
      ...paging,
      sort: z.catch(
        z.nullable(z.string().check(z.refine((by) => findField(type, sortedField(by))?.sortable === true))),
        null,
      ),
      custom_search: readAs((raw) => readConditions(type, raw)),
      // A group counts its rules together with the sidebar's, so it is read after them.
      filter: readAs((raw) => (raw ?? null) as FilterGroup | null),
      startDate: readAs(readDay),
      endDate: readAs(readDay),
      sent: oneOf<GridQuery['sent'], GridQuery['sent']>(Object.values(SENT_FILTER), EMPTY_QUERY.sent),
      withEmail: oneOf<GridQuery['withEmail'], GridQuery['withEmail']>(
        Object.values(EMAIL_FILTER),
        EMPTY_QUERY.withEmail,
      ),
      view: oneOf(['active', 'bin'], 'active'),
      lead: count(null),
      viewId: count(null),
      cols: readAs((raw) => readCols(type, raw)),
    },
    {
      names: URL_NAMES,
      stays: ['lead', 'viewId', 'cols'],
      adjust: (query) => ({ ...query, filter: readGroup(type, query.filter, query.custom_search.length) }),
    },
  )

const searches = new Map<ListTypeId, PageSearch<GridQuery>>()

/** Cached per type. */
export function gridSearch(type: ListTypeId): PageSearch<GridQuery> {
  const search = searches.get(type) ?? makeGridSearch(type)
  searches.set(type, search)
  return search
}

/** The filters in the API's form, without incomplete conditions. */
export function toLeadFilters(query: GridQuery): LeadFilters {
  const { lead: _lead, viewId: _view, cols: _cols, search, sort, filter, startDate, endDate, ...rest } = query
  return {
    ...rest,
    custom_search: rest.custom_search.filter(isComplete),
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(sort ? { sort } : {}),
    ...(filter ? { filter } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
  }
}

/** True with any filter (not paging, sorting or the open lead). */
export function isFiltered(query: GridQuery): boolean {
  return (
    query.search.trim() !== '' ||
    query.custom_search.length > 0 ||
    query.filter !== null ||
    query.startDate !== null ||
    query.endDate !== null ||
    query.sent !== EMPTY_QUERY.sent ||
    query.withEmail !== EMPTY_QUERY.withEmail
  )
}

/** A change of filters or sort order: returns to the first page and closes the open lead. */
export const refine = (query: GridQuery, change: Partial<GridQuery>): GridQuery => ({
  ...query,
  page: 1,
  lead: null,
  ...change,
})

/** The query without filters; sort order, page size, columns and view stay. */
export const withoutFilters = (query: GridQuery): GridQuery => ({
  ...EMPTY_QUERY,
  limit: query.limit,
  sort: query.sort,
  view: query.view,
  viewId: query.viewId,
  cols: query.cols,
})
