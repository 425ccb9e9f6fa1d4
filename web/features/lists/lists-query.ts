import { PAGE_SIZES } from '#contract/constants.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/list-types/index.ts'

const LIST_VIEWS = ['active', 'archived', 'bin'] as const
export type ListView = (typeof LIST_VIEWS)[number]

/** Orders the API knows, with their words. */
export const LIST_SORTS = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name A to Z',
  '-name': 'Name Z to A',
  '-updated_at': 'Last changed first',
  '-total': 'Most leads first',
  total: 'Fewest leads first',
} as const
export type ListSort = keyof typeof LIST_SORTS

/** Which lists the page shows. Lives in the URL. */
export interface ListsQuery {
  search: string
  type: ListTypeId | null
  view: ListView
  sort: ListSort
  page: number
  limit: number
}

export const EMPTY_LISTS_QUERY: ListsQuery = {
  search: '',
  type: null,
  view: 'active',
  sort: '-created_at',
  page: 1,
  limit: 20,
}

const MAX_PAGE = 1_000_000

const pick = <T>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)

const readPage = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PAGE ? value : 1

/** Reads the router's search object; whatever is unusable falls back to its default. */
export function decodeListsQuery(raw: Record<string, unknown>): ListsQuery {
  const words = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : ''
  return {
    search: words.slice(0, 200).toWellFormed().replaceAll('\0', ''),
    type: pick(LIST_TYPE_IDS, raw.type) ?? null,
    view: pick(LIST_VIEWS, raw.view) ?? EMPTY_LISTS_QUERY.view,
    sort: pick(Object.keys(LIST_SORTS) as ListSort[], raw.sort) ?? EMPTY_LISTS_QUERY.sort,
    page: readPage(raw.page),
    limit: pick<number>(PAGE_SIZES, raw.limit) ?? EMPTY_LISTS_QUERY.limit,
  }
}

/** Writes the query as the router's search object without its defaults. */
export function encodeListsQuery(query: ListsQuery): Record<string, unknown> {
  const { search, ...rest } = query
  const own = Object.entries(rest).filter(
    ([key, value]) => value !== EMPTY_LISTS_QUERY[key as keyof ListsQuery],
  )
  return { ...(search ? { q: search } : {}), ...Object.fromEntries(own) }
}

/** The query parameters of GET /api/campaigns. */
export function toApiQuery({ search, type, ...rest }: ListsQuery) {
  return {
    ...rest,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(type ? { type } : {}),
  }
}

/** True when the page shows less than everything of its view. */
export const isNarrowed = (query: ListsQuery): boolean => query.search.trim() !== '' || query.type !== null

/** The order a click on a column's head asks for: its usual direction first, then the other one. */
export function nextSort(current: ListSort, column: 'name' | 'created_at' | 'total'): ListSort {
  const usual: ListSort = column === 'name' ? 'name' : `-${column}`
  const other: ListSort = column === 'name' ? '-name' : column
  return current === usual ? other : usual
}
