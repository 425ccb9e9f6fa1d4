import * as api from '#contract/branding/mail-events.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import type { MailEventsService } from './mail-events-service.ts'

export const mailEventRoutes = (events: MailEventsService): Route[] => [
  route(api.listMailEventSources, ({ actor, query }) => data(events.list(actor, query.account_id))),
  route(api.saveMailEventSource, async ({ actor, params, query, body }) => ({
    data: await events.save(actor, query.account_id, params.sender, body.secret),
    message: 'Webhook saved',
  })),
  route(api.removeMailEventSource, async ({ actor, params, query }) => {
    await events.remove(actor, query.account_id, params.sender)
    return { success: true as const, message: 'Webhook removed' }
  }),
]
