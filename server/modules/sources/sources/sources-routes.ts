import * as leadSourcesApi from '#contract/sources/lead-sources.ts'
import { deleteSourceKey, leadSources, testSourceKey } from '#contract/sources/lead-sources.ts'
import * as api from '#contract/sources/searchers.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { listKeyStates } from './key-reads.ts'
import { testNewSourceKey, testStoredSourceKey } from './key-tests.ts'
import { previewRetention } from './retention.ts'
import {
  changeSearcher,
  listSearchers,
  orderSearchers,
  parkSearcher,
  setSearcherRetention,
  unparkSearcher,
} from './searchers.ts'
import { limitSourceKey, recordSourceKeyTest, removeSourceKey, saveSourceKey } from './stored-keys.ts'

export const sourceKeyRoutes = (ctx: Context): Route[] => [
  route(leadSources, ({ actor }) => data(listKeyStates(ctx, actor.accountId))),
  routeWithLookup(
    leadSourcesApi.saveSourceKey,
    ({ actor, params, body, signal }) => testNewSourceKey(ctx, actor, params.id, body, signal),
    async ({ actor, params, body }, test) => {
      const data = await saveSourceKey(ctx, actor, params.id, body, test)
      return {
        data,
        message: test.tested_at ? `${data.label} is connected` : `The key for ${data.label} is saved`,
      }
    },
  ),
  route(leadSourcesApi.limitSourceKey, async ({ actor, params, body }) => ({
    data: await limitSourceKey(ctx, actor, params.id, body.daily_limit),
    message: 'Daily limit saved',
  })),
  routeWithLookup(
    testSourceKey,
    ({ actor, params, signal }) => testStoredSourceKey(ctx, actor, params.id, signal),
    ({ actor, params }, verdict) => recordSourceKeyTest(ctx, actor, params.id, verdict),
  ),
  route(deleteSourceKey, async ({ actor, params }) => {
    const data = await removeSourceKey(ctx, actor, params.id)
    return { data, message: `${data.label} is disconnected` }
  }),
]

export const searcherRoutes = (ctx: Context): Route[] => [
  route(api.searchers, ({ actor, query }) => listSearchers(ctx, actor, query.days)),
  route(api.changeSearcher, async ({ actor, params, body }) => {
    const data = await changeSearcher(ctx, actor, params.id, body)
    return { data, message: `${data.label} saved` }
  }),
  route(api.previewRetention, ({ params, query }) => data(previewRetention(ctx, params.id, query.days))),
  route(api.setRetention, async ({ actor, params, body }) => {
    const data = await setSearcherRetention(ctx, actor, params.id, body.days)
    return { data, message: `${data.label} saved` }
  }),
  route(api.orderSearchers, async ({ actor, body }) => {
    await orderSearchers(ctx, actor, body.ids)
    return { success: true as const, message: 'Order saved' }
  }),
  route(api.parkSearcher, async ({ actor, params, body }) => {
    const data = await parkSearcher(ctx, actor, params.id, body.minutes)
    return { data, message: `${data.label} is paused` }
  }),
  route(api.unparkSearcher, async ({ actor, params }) => {
    const data = await unparkSearcher(ctx, actor, params.id)
    return { data, message: `${data.label} is no longer paused` }
  }),
]
