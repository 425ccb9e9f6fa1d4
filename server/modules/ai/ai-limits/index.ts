import { aiLimits, setAiLimits } from '#contract/ai/ai-limits.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { AiLimitsService } from './ai-limits-service.ts'

export { type AiLimits, aiLimitsOf, createAiLimitsService } from './ai-limits-service.ts'

/** What AI text costs each account and how much training it may keep; for administrators. */
export const aiLimitRoutes = (service: AiLimitsService): Route[] => [
  route(aiLimits, ({ query }) => service.page(query)),
  route(setAiLimits, async ({ actor, params, body }) => {
    const data = await service.set(actor, params.id, body)
    return { data, message: `Limits of ${data.name} saved` }
  }),
]
