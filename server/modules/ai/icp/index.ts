import * as api from '#contract/ai/icp.ts'
import { icpSuggestions } from '#contract/ai/icp.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { explainSegment, suggestIcp } from './suggest-icp.ts'

export { searchSize } from './signals.ts'

/** Reasons by a model, per account. */
const icpReasonLimit = defineRateLimit({ name: 'icp-reason', points: 60, seconds: 15 * 60 })

const icpRoutes = (ctx: Context): Route[] => [
  route(icpSuggestions, ({ actor, signal }) => data(suggestIcp(ctx, actor, signal))),
  route(api.explainSegment, async ({ actor, body, signal }) => {
    await icpReasonLimit.consume(ctx, `account:${actor.accountId}`)
    return { data: await explainSegment(ctx, actor, body.key, signal) }
  }),
]

export const icpModule = defineModule({ routes: (ctx) => icpRoutes(ctx) })
