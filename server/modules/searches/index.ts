import { canonicalListType } from '#contract/list-types/index.ts'
import { createList, searchIntoList } from '#contract/lists.ts'
import { countSearch, createQuote, previewSearch } from '#contract/searches.ts'
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
  route(countSearch, async ({ actor, body, signal }) => ({
    data: await searches.count(actor, typed(body), signal),
  })),
  route(previewSearch, async ({ actor, body, signal }) => ({
    data: await searches.preview(actor, typed(body), signal),
  })),
  askingRoute(
    createQuote,
    ({ actor, body, signal }) => searches.figures(actor, typed(body), signal),
    async ({ actor, body }, figures) => ({ data: await searches.quote(actor, typed(body), figures) }),
  ),
  askingRoute(
    createList,
    ({ actor, body, signal }) => searches.ask(actor, typed(body), signal),
    async ({ actor, body }, asked) => ({
      data: await searches.createList(actor, typed(body), asked),
      message: 'Search started',
    }),
  ),
  askingRoute(
    searchIntoList,
    ({ actor, params, body, signal }) => searches.askInto(actor, params.id, body, signal),
    async ({ actor, params, body }, asked) => ({
      data: await searches.searchInto(actor, params.id, body, asked),
      message: 'Search started',
    }),
  ),
]
