import * as api from '#contract/sources/corpus-areas.ts'
import { route, routeWithLookup } from '#server/platform/http/route.ts'
import type { CorpusAreas } from './areas-service.ts'

export const areaRoutes = (areas: CorpusAreas) => [
  route(api.estimateArea, async ({ body, signal }) => ({ data: await areas.estimate(body, signal) })),
  routeWithLookup(
    api.fetchArea,
    ({ body, signal }) => areas.planned(body, signal),
    async ({ actor, body }, planned) => ({ data: await areas.start(actor, body, planned) }),
  ),
  routeWithLookup(
    api.refreshSource,
    ({ params, signal }) => areas.plannedRefresh(params.id, signal),
    async ({ actor }, planned) => ({ data: await areas.startRefresh(actor, planned) }),
  ),
  route(api.scheduleSource, async ({ actor, params, body }) => ({
    data: await areas.schedule(actor, params.id, body),
  })),
  route(api.removalOfSource, async ({ params }) => ({ data: await areas.removal(params.id) })),
  route(api.removeSource, async ({ actor, params }) => ({ data: await areas.remove(actor, params.id) })),
]
