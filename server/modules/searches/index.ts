import { canonicalListType } from '#contract/list-types/index.ts'
import { createList, searchIntoList } from '#contract/lists.ts'
import { countSearch, createQuote } from '#contract/searches.ts'
import { route } from '#server/platform/http/route.ts'
import type { SearchesService } from './searches-service.ts'

export { searchExecutor } from './search-executor.ts'
export { createSearchesService, type SearchesService } from './searches-service.ts'

export const searchRoutes = (searches: SearchesService) => [
  route(countSearch, async ({ body }) => ({
    data: await searches.count(canonicalListType(body.type), body.search),
  })),
  route(createQuote, async ({ actor, body }) => ({
    data: await searches.quote(actor, { ...body, type: canonicalListType(body.type) }),
  })),
  route(createList, async ({ actor, body }) => ({
    data: await searches.createList(actor, { ...body, type: canonicalListType(body.type) }),
    message: 'Search started',
  })),
  route(searchIntoList, async ({ actor, params, body }) => ({
    data: await searches.searchInto(actor, params.id, body),
    message: 'Search started',
  })),
]
