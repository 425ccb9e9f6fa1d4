import type { ParsedInput } from '#contract/core/endpoint.ts'
import { canonicalListType, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import { findSimilar } from '#contract/prospecting/find-similar.ts'
import { countSearch, createQuote, previewSearch } from '#contract/prospecting/searches.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { route, routeWithLookup } from '#server/platform/http/route.ts'
import type { FindSimilar, SimilarRequest } from './find-similar.ts'
import type { SearchesService } from './searches-service.ts'

export { fillDuplicates } from './fill-duplicates.ts'
export { createFindSimilar, type FindSimilar } from './find-similar.ts'
export { resolvePeople } from './resolve-found.ts'
export { searchExecutor } from './search-executor.ts'
export { createSearchesService, type SearchesService } from './searches-service.ts'

type Typed = { type: Parameters<typeof canonicalListType>[0]; search: unknown }

const SIMILAR_MESSAGES: Partial<Record<ListTypeId, string>> = {
  people: 'Finding similar people',
  local: 'Finding similar businesses',
  influencer: 'Finding similar influencers',
}

export const similarRoutes = (similar: FindSimilar) => {
  const requestOf = ({ params, body }: ParsedInput<typeof findSimilar>): SimilarRequest => ({
    type: canonicalListType(params.type) as SimilarRequest['type'],
    listId: params.id,
    ids: body.ids,
    limit: body.limit,
    name: body.name,
    intoListId: body.into_list_id,
    maxCost: body.max_cost,
  })
  return [
    routeWithLookup(
      findSimilar,
      ({ actor, signal, ...input }) => similar.request(actor, requestOf(input), signal),
      async ({ actor, ...input }, lookedUp) => ({
        data: await similar.start(actor, requestOf(input), lookedUp),
        message: SIMILAR_MESSAGES[canonicalListType(input.params.type)] as string,
      }),
    ),
  ]
}

/** Routes of searches: counts, previews, quotes and starts. */
export const searchRoutes = (searches: SearchesService) => {
  const canonical = <Body extends Typed>(body: Body) => ({ ...body, type: canonicalListType(body.type) })
  /** With the normalized list type, and with a source. */
  const typed = <Body extends Typed>(actor: Actor, body: Body) => searches.sourced(actor, canonical(body))
  return [
    route(countSearch, async ({ actor, body, signal }) => ({
      data: await searches.count(actor, canonical(body), signal),
    })),
    route(previewSearch, async ({ actor, body, signal }) => ({
      data: await searches.preview(actor, canonical(body), signal),
    })),
    routeWithLookup(
      createQuote,
      async ({ actor, body, signal }) => searches.figures(actor, await typed(actor, body), signal),
      async ({ actor, body }, figures) => ({
        data: await searches.quote(actor, await typed(actor, body), figures),
      }),
    ),
    routeWithLookup(
      createList,
      async ({ actor, body, signal }) => searches.query(actor, await typed(actor, body), signal),
      async ({ actor, body }, lookedUp) => ({
        data: await searches.createList(actor, await typed(actor, body), lookedUp),
        message: 'Search started',
      }),
    ),
    routeWithLookup(
      searchIntoList,
      ({ actor, params, body, signal }) => searches.requestInto(actor, params.id, body, signal),
      async ({ actor, params, body }, lookedUp) => ({
        data: await searches.searchInto(actor, params.id, body, lookedUp),
        message: 'Search started',
      }),
    ),
  ]
}
