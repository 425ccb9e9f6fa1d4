import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { createList, searchIntoList } from '#contract/leads/lists.ts'
import * as api from '#contract/prospecting/searches.ts'
import type { Context } from '#server/platform/context.ts'
import { type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { countSearch } from './count-search.ts'
import { prepareQuote, quoteSearch } from './quote-search.ts'
import { previewSearch } from './search-preview.ts'
import { prepareSearch, prepareSearchInto, startSearch, startSearchInto } from './start-search.ts'

type Typed = { type: Parameters<typeof canonicalListType>[0]; search: unknown }

/** With the normalized list type. */
const canonical = <Body extends Typed>(body: Body) => ({ ...body, type: canonicalListType(body.type) })

/** Routes of searches: counts, previews, quotes and starts. */
export const searchRoutes = (ctx: Context): Route[] => [
  route(api.countSearch, async ({ actor, body, signal }) => ({
    data: await countSearch(ctx, actor, canonical(body), signal),
  })),
  route(api.previewSearch, async ({ actor, body, signal }) => ({
    data: await previewSearch(ctx, actor, canonical(body), signal),
  })),
  routeWithLookup(
    api.createQuote,
    ({ actor, body, signal }) => prepareQuote(ctx, actor, canonical(body), signal),
    async ({ actor }, prepared) => ({ data: await quoteSearch(ctx, actor, prepared) }),
  ),
  routeWithLookup(
    createList,
    ({ actor, body, signal }) => prepareSearch(ctx, actor, canonical(body), signal),
    async ({ actor, body }, prepared) => ({
      data: await startSearch(ctx, actor, body.name, prepared),
      message: 'Search started',
    }),
  ),
  routeWithLookup(
    searchIntoList,
    ({ actor, params, body, signal }) => prepareSearchInto(ctx, actor, params.id, body, signal),
    async ({ actor, params }, prepared) => ({
      data: await startSearchInto(ctx, actor, params.id, prepared),
      message: 'Search started',
    }),
  ),
]
