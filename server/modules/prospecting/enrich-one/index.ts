import * as api from '#contract/prospecting/enrich-one.ts'
import { ENRICH_CALL_DAYS } from '#contract/prospecting/enrich-one.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route, routeWithEnd } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import type { JobDefinition } from '#server/platform/queue/queue.ts'
import { removeOldCalls } from './enrich-calls-store.ts'
import { enrichOne } from './enrich-one.ts'
import { callBackAfterRun, callbackJob } from './send-callback.ts'
import { refuseUnseen, waitForCall } from './show-call.ts'

const enrichOneRoutes = (ctx: Context) => [
  routeWithEnd(
    api.enrichOne,
    ({ actor, body }) => data(enrichOne(ctx, actor, body)),
    async ({ data: made }, { actor, body, signal }) => {
      const now =
        made.id === null
          ? made
          : await waitForCall(ctx, actor.accountId, made.id, { seconds: body.wait, signal })
      return { reply: { data: now }, status: now.state === 'working' ? 202 : 200 }
    },
  ),
  route(api.showEnrichCall, async ({ actor, params, query, signal }) => {
    await refuseUnseen(ctx, actor, params.id)
    return data(waitForCall(ctx, actor.accountId, params.id, { seconds: query.wait, signal }))
  }),
]

export const enrichOneModule = defineModule({
  routes: enrichOneRoutes,
  jobs: (ctx) => [callbackJob(ctx) as JobDefinition<never>],
  on: [callBackAfterRun],
  housekeeping: (ctx) => ({ 'enrich calls': () => removeOldCalls(ctx.db, ENRICH_CALL_DAYS) }),
})
