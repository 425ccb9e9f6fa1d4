import { explainSegment, icpSuggestions } from '#contract/ai/icp.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import type { IcpService } from './icp-service.ts'

export { createAudience } from './audience.ts'
export { createIcpService } from './icp-service.ts'

/** Routes of ICP suggestions; `limit` is the rate of model reasons per account. */
export const icpRoutes = (icp: IcpService, limit: RateLimit): Route[] => [
  route(icpSuggestions, ({ actor, signal }) => data(icp.suggest(actor, signal))),
  route(explainSegment, async ({ actor, body, signal }) => {
    await limit.consume(`account:${actor.accountId}`)
    return { data: await icp.explain(actor, body.key, signal) }
  }),
]
