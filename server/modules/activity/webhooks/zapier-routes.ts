import { subscribeZapier, unsubscribeZapier, zapierSamples } from '#contract/leads/zapier.ts'
import { route } from '#server/platform/http/route.ts'
import type { ZapierService } from './zapier-service.ts'

export const zapierRoutes = (zapier: ZapierService) => [
  route(subscribeZapier, async ({ actor, body }) => ({ id: await zapier.subscribe(actor, body) })),
  route(unsubscribeZapier, async ({ actor, params }) => {
    await zapier.unsubscribe(actor, params.id)
    return { success: true as const }
  }),
  route(zapierSamples, ({ actor, query }) => zapier.samples(actor, query.event, query.list_id ?? null)),
]
