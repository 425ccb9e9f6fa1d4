import {
  DEFAULT_FILTERS,
  EMAIL_FILTER,
  PAGE_SIZES,
  SEARCH_MODES,
  SENT_FILTER,
  type SearchMode,
} from '#contract/constants.ts'
import type { Condition, FilterGroup, LeadFilters } from '#contract/leads.ts'
import { fieldOf, type ListTypeId } from '#contract/list-types/index.ts'
import { isComplete, readConditions, readDay, readGroup } from '../filters/filter-reader.ts'

/** Everything that decides which leads the grid shows and which one is open. Lives in the URL, nowhere else. */
export interface GridQuery {
  search: string
  search_type: SearchMode
  page: number
  limit: number
  /** A sortable field, `-` in front for descending; null is the server's own order. */
  sort: string | null
  /** Conditions of the side bar; all must hold. */
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
}

/** Short names the URL uses. */
const URL_KEYS = {
  search: 'q',
  search_type: 'mode',
  page: 'page',
  limit: 'limit',
  sort: 'sort',
  custom_search: 'f',
  filter: 'g',
  startDate: 'from',
  endDate: 'to',
  sent: 'sent',
  withEmail: 'email',
  view: 'view',
  lead: 'lead',
} as const satisfies Record<keyof GridQuery, string>

const MAX_PAGE = 1_000_000
const MAX_SEARCH_LENGTH = 300

const oneOf = <T>(allowed: readonly T[], value: unknown, fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback

const whole = (value: unknown, max: number): number | null => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= max
    ? number
    : null
}

/** Text that any database can hold: no lone surrogates, no NUL. */
const words = (value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value).slice(0, MAX_SEARCH_LENGTH).toWellFormed().replaceAll('\0', '')
}

const sortOf = (type: ListTypeId, value: unknown): string | null => {
  if (typeof value !== 'string') return null
  return fieldOf(type, value.replace(/^-/, ''))?.sortable ? value : null
}

/**
 * Reads the router's search object. Whatever is unknown, malformed or not allowed for this list type is
 * dropped: a hostile or outdated address shows the unfiltered list, never an error.
 */
export function decodeGridQuery(type: ListTypeId, raw: Record<string, unknown>): GridQuery {
  const custom_search = readConditions(type, raw.f)
  return {
    search: words(raw.q),
    search_type: oneOf(SEARCH_MODES, raw.mode, EMPTY_QUERY.search_type),
    page: whole(raw.page, MAX_PAGE) ?? EMPTY_QUERY.page,
    limit: oneOf<number>(PAGE_SIZES, whole(raw.limit, MAX_PAGE), EMPTY_QUERY.limit),
    sort: sortOf(type, raw.sort),
    custom_search,
    filter: readGroup(type, raw.g, custom_search.length),
    startDate: readDay(raw.from),
    endDate: readDay(raw.to),
    sent: oneOf<GridQuery['sent']>(Object.values(SENT_FILTER), raw.sent, EMPTY_QUERY.sent),
    withEmail: oneOf<GridQuery['withEmail']>(Object.values(EMAIL_FILTER), raw.email, EMPTY_QUERY.withEmail),
    view: oneOf<GridQuery['view']>(['active', 'bin'], raw.view, EMPTY_QUERY.view),
    lead: whole(raw.lead, Number.MAX_SAFE_INTEGER),
  }
}

const isDefault = (value: unknown, usual: unknown): boolean =>
  value === usual || (Array.isArray(value) && value.length === 0)

/** Writes the query as the router's search object; defaults are left out so that addresses stay short. */
export function encodeGridQuery(query: GridQuery): Record<string, unknown> {
  const entries = (Object.keys(URL_KEYS) as (keyof GridQuery)[])
    .filter((key) => !isDefault(query[key], EMPTY_QUERY[key]))
    .map((key) => [URL_KEYS[key], query[key]] as const)
  return Object.fromEntries(entries)
}

/** The filters as the API takes them. Half-written conditions stay out. */
export function toLeadFilters(query: GridQuery): LeadFilters {
  const { lead: _lead, search, sort, filter, startDate, endDate, ...rest } = query
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

/** True when anything narrows the list (not paging, sorting or the open lead). */
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

/** A change of filters or order: back to the first page, the open lead closes. */
export const refine = (query: GridQuery, change: Partial<GridQuery>): GridQuery => ({
  ...query,
  page: 1,
  lead: null,
  ...change,
})

/** Same query with every filter off; order, page size and view stay. */
export const withoutFilters = (query: GridQuery): GridQuery => ({
  ...EMPTY_QUERY,
  limit: query.limit,
  sort: query.sort,
  view: query.view,
})
