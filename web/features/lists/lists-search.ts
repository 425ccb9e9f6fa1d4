import { LIST_TYPE_IDS } from '#contract/list-types/index.ts'
import { oneOf, pageSearch, paging, words } from '#web/lib/page-search.ts'

export const LIST_VIEWS = ['active', 'archived', 'bin'] as const
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

/** Which lists the page shows, in its address. */
export const listsSearch = pageSearch({
  search: words(200),
  type: oneOf(LIST_TYPE_IDS, null),
  view: oneOf(LIST_VIEWS, 'active'),
  sort: oneOf(Object.keys(LIST_SORTS) as ListSort[], '-created_at'),
  ...paging,
})
export type ListsQuery = ReturnType<typeof listsSearch.read>

/** The query parameters of GET /api/campaigns. */
export function toApiQuery({ search, type, ...rest }: ListsQuery) {
  return {
    ...rest,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(type ? { type } : {}),
  }
}
