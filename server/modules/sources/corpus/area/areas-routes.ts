import * as api from '#contract/sources/corpus-areas.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { CorpusAreas } from './areas-service.ts'

export const areaRoutes = (areas: CorpusAreas) => [
  route(api.estimateArea, ({ body, signal }) => data(areas.estimate(body, signal))),
  routeWithLookup(
    api.fetchArea,
    ({ body, signal }) => areas.planned(body, signal),
    ({ actor, body }, planned) => data(areas.start(actor, body, planned)),
  ),
  routeWithLookup(
    api.refreshSource,
    ({ params, signal }) => areas.plannedRefresh(params.id, signal),
    ({ actor }, planned) => data(areas.startRefresh(actor, planned)),
  ),
  route(api.scheduleSource, ({ actor, params, body }) => data(areas.schedule(actor, params.id, body))),
  route(api.removalOfSource, ({ params }) => data(areas.removal(params.id))),
  route(api.removeSource, ({ actor, params }) => data(areas.remove(actor, params.id))),
]
