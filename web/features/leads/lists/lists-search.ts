import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { LIST_RUN_STATES } from '#contract/leads/lists.ts'
import { count, freeText, oneOf, pageSearch, paging, readAs } from '#web/lib/page-search.ts'

export const LIST_VIEWS = ['active', 'archived', 'bin'] as const
export type ListView = (typeof LIST_VIEWS)[number]

/** Sort orders of the API, with labels. */
export const LIST_SORTS = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name A to Z',
  '-name': 'Name Z to A',
  type: 'Type A to Z',
  '-type': 'Type Z to A',
  created_by: 'Created by A to Z',
  '-created_by': 'Created by Z to A',
  '-total': 'Most leads first',
  total: 'Fewest leads first',
  '-coverage': 'Most emails first',
  coverage: 'Fewest emails first',
  '-last_run': 'Latest run first',
  last_run: 'Earliest run first',
  '-updated_at': 'Recently changed first',
  updated_at: 'Least recently changed first',
} as const
export type ListSort = keyof typeof LIST_SORTS

/** A folder or tag of digits appears as a number in an address. */
const readName = (raw: unknown): string | null =>
  freeText(60)
    .parse(raw ?? '')
    .trim() || null

/** Filters of the list page, in its address. */
export const listsSearch = pageSearch(
  {
    search: freeText(200),
    folder: readAs(readName),
    tag: readAs(readName),
    type: oneOf(LIST_TYPE_IDS, null),
    created_by: count(null),
    run_state: oneOf(LIST_RUN_STATES, null),
    pinned: oneOf(['only'], null),
    view: oneOf(LIST_VIEWS, 'active'),
    sort: oneOf(Object.keys(LIST_SORTS) as ListSort[], '-created_at'),
    ...paging,
  },
  { names: { created_by: 'by', run_state: 'run' } },
)
export type ListsQuery = ReturnType<typeof listsSearch.read>

/** The query parameters of GET /api/campaigns. */
export function toApiQuery({
  search,
  folder,
  tag,
  type,
  created_by,
  run_state,
  pinned,
  ...rest
}: ListsQuery) {
  return {
    ...rest,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(folder ? { folder } : {}),
    ...(tag ? { tag } : {}),
    ...(type ? { type } : {}),
    ...(created_by ? { created_by } : {}),
    ...(run_state ? { run_state } : {}),
    ...(pinned ? { pinned: true } : {}),
  }
}
