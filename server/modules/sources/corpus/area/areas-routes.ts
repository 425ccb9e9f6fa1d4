import * as api from '#contract/sources/corpus-areas.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { estimateFetch, planFetch, planRefresh } from './plan-fetch.ts'
import { scheduleAreaRefresh } from './refresh-areas.ts'
import { removeCorpusSource, showSourceRemoval } from './remove-sources.ts'
import { startAreaRefresh, startFetch } from './start-fetch.ts'

export const areaRoutes = (ctx: Context) => [
  route(api.estimateArea, ({ body, signal }) => data(estimateFetch(ctx, body, signal))),
  routeWithLookup(
    api.fetchArea,
    ({ body, signal }) => planFetch(ctx, body, signal),
    ({ actor, body }, planned) => data(startFetch(ctx, actor, body, planned)),
  ),
  routeWithLookup(
    api.refreshSource,
    ({ params, signal }) => planRefresh(ctx, params.id, signal),
    ({ actor }, planned) => data(startAreaRefresh(ctx, actor, planned)),
  ),
  route(api.scheduleSource, ({ actor, params, body }) =>
    data(scheduleAreaRefresh(ctx, actor, params.id, body)),
  ),
  route(api.removalOfSource, ({ params }) => data(showSourceRemoval(ctx, params.id))),
  route(api.removeSource, ({ actor, params }) => data(removeCorpusSource(ctx, actor, params.id))),
]
