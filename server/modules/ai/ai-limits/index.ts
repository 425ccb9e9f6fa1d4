import * as api from '#contract/ai/ai-limits.ts'
import { aiLimits } from '#contract/ai/ai-limits.ts'
import type { Context } from '#server/platform/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { listAiLimits, setAiLimits } from './ai-limits.ts'
import { limitsKitPart } from './limits-kit.ts'

export { type AiLimits, findAiLimits } from './ai-limits.ts'

/** AI prices and training limits of each account; for administrators. */
const aiLimitRoutes = (ctx: Context): Route[] => [
  route(aiLimits, ({ query }) => listAiLimits(ctx, query)),
  route(api.setAiLimits, async ({ actor, params, body }) => {
    const data = await setAiLimits(ctx, actor, params.id, body)
    return { data, message: `Limits of ${data.name} saved` }
  }),
]

export const aiLimitsModule = defineModule({
  routes: (ctx) => aiLimitRoutes(ctx),
  kitParts: [limitsKitPart],
})
