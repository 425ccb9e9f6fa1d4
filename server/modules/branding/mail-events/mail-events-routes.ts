import * as api from '#contract/branding/mail-events.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { listMailEventKeys, removeMailEventKey, saveMailEventKey } from './mail-event-keys.ts'

export const mailEventRoutes = (ctx: Context): Route[] => [
  route(api.listMailEventSources, ({ actor, query }) =>
    data(listMailEventKeys(ctx, actor, query.account_id)),
  ),
  route(api.saveMailEventSource, async ({ actor, params, query, body }) => ({
    data: await saveMailEventKey(ctx, actor, query.account_id, params.sender, body.secret),
    message: 'Webhook saved',
  })),
  route(api.removeMailEventSource, async ({ actor, params, query }) => {
    await removeMailEventKey(ctx, actor, query.account_id, params.sender)
    return { success: true as const, message: 'Webhook removed' }
  }),
]
