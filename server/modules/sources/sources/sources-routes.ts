import {
  deleteSourceKey,
  leadSources,
  limitSourceKey,
  saveSourceKey,
  testSourceKey,
} from '#contract/sources/lead-sources.ts'
import * as api from '#contract/sources/searchers.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { SourceKeysService } from './keys-service.ts'
import type { SearchersService } from './searchers-service.ts'

export const sourceKeyRoutes = (keys: SourceKeysService): Route[] => [
  route(leadSources, ({ actor }) => data(keys.list(actor))),
  routeWithLookup(
    saveSourceKey,
    ({ actor, params, body, signal }) => keys.requestNew(actor, params.id, body, signal),
    async ({ actor, params, body }, test) => {
      const data = await keys.save(actor, params.id, body, test)
      return {
        data,
        message: test.tested_at ? `${data.label} is connected` : `The key for ${data.label} is saved`,
      }
    },
  ),
  route(limitSourceKey, async ({ actor, params, body }) => ({
    data: await keys.limitKey(actor, params.id, body.daily_limit),
    message: 'Daily limit saved',
  })),
  routeWithLookup(
    testSourceKey,
    ({ actor, params, signal }) => keys.requestStored(actor, params.id, signal),
    ({ actor, params }, verdict) => keys.recordTest(actor, params.id, verdict),
  ),
  route(deleteSourceKey, async ({ actor, params }) => {
    const data = await keys.remove(actor, params.id)
    return { data, message: `${data.label} is disconnected` }
  }),
]

export const searcherRoutes = (service: SearchersService): Route[] => [
  route(api.searchers, ({ actor, query }) => service.index(actor, query.days)),
  route(api.changeSearcher, async ({ actor, params, body }) => {
    const data = await service.change(actor, params.id, body)
    return { data, message: `${data.label} saved` }
  }),
  route(api.previewRetention, ({ params, query }) => data(service.previewRetention(params.id, query.days))),
  route(api.setRetention, async ({ actor, params, body }) => {
    const data = await service.setRetention(actor, params.id, body.days)
    return { data, message: `${data.label} saved` }
  }),
  route(api.orderSearchers, async ({ actor, body }) => {
    await service.order(actor, body.ids)
    return { success: true as const, message: 'Order saved' }
  }),
  route(api.parkSearcher, async ({ actor, params, body }) => {
    const data = await service.park(actor, params.id, body.minutes)
    return { data, message: `${data.label} is paused` }
  }),
  route(api.unparkSearcher, async ({ actor, params }) => {
    const data = await service.unpark(actor, params.id)
    return { data, message: `${data.label} is no longer paused` }
  }),
]
