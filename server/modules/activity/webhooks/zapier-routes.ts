import { subscribeZapier, unsubscribeZapier, zapierSamples } from '#contract/leads/zapier.ts'
import type { Context } from '#server/platform/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { showZapSamples, subscribeZap, unsubscribeZap } from './zapier.ts'

export const zapierRoutes = (ctx: Context): Route[] => [
  route(subscribeZapier, async ({ actor, body }) => ({ id: await subscribeZap(ctx, actor, body) })),
  route(unsubscribeZapier, async ({ actor, params }) => {
    await unsubscribeZap(ctx, actor, params.id)
    return { success: true as const }
  }),
  route(zapierSamples, ({ actor, query }) => showZapSamples(ctx, actor, query.event, query.list_id ?? null)),
]
