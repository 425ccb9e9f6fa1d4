import { aiLimits, setAiLimits } from '#contract/ai/ai-limits.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { AiLimitsService } from './ai-limits-service.ts'

export { type AiLimits, aiLimitsOf, createAiLimitsService } from './ai-limits-service.ts'

/** AI prices and training limits of each account; for administrators. */
export const aiLimitRoutes = (service: AiLimitsService): Route[] => [
  route(aiLimits, ({ query }) => service.page(query)),
  route(setAiLimits, async ({ actor, params, body }) => {
    const data = await service.set(actor, params.id, body)
    return { data, message: `Limits of ${data.name} saved` }
  }),
]
