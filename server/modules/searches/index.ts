import { canonicalListType } from '#contract/list-types/index.ts'
import { createList, searchIntoList } from '#contract/lists.ts'
import { countSearch, createQuote } from '#contract/searches.ts'
import { askingRoute, route } from '#server/platform/http/route.ts'
import type { SearchesService } from './searches-service.ts'

export { searchExecutor } from './search-executor.ts'
export { createSearchesService, type SearchesService } from './searches-service.ts'

/** With the list type under its own name, whichever was sent. */
const typed = <Body extends { type: Parameters<typeof canonicalListType>[0] }>(body: Body) => ({
  ...body,
  type: canonicalListType(body.type),
})

export const searchRoutes = (searches: SearchesService) => [
  route(countSearch, async ({ body }) => ({
    data: await searches.count(canonicalListType(body.type), body.search),
  })),
  askingRoute(
    createQuote,
    ({ actor, body }) => searches.figures(actor, typed(body)),
    async ({ actor, body }, figures) => ({ data: await searches.quote(actor, typed(body), figures) }),
  ),
  askingRoute(
    createList,
    ({ actor, body }) => searches.ask(actor, typed(body)),
    async ({ actor, body }, asked) => ({
      data: await searches.createList(actor, typed(body), asked),
      message: 'Search started',
    }),
  ),
  askingRoute(
    searchIntoList,
    ({ actor, params, body }) => searches.askInto(actor, params.id, body),
    async ({ actor, params, body }, asked) => ({
      data: await searches.searchInto(actor, params.id, body, asked),
      message: 'Search started',
    }),
  ),
]
