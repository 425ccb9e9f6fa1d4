import type { Context } from '#server/platform/context.ts'
import type { WebhookReceiver } from '#server/platform/http/webhook-receivers.ts'
import { defineModule } from '#server/platform/module.ts'
import { mailEventRoutes } from './mail-events-routes.ts'
import { removeOldEvents } from './mail-events-store.ts'
import { receiveMailEvents } from './receive-mail-events.ts'

/** Where email services report bounces. */
const mailEventReceiver = (ctx: Context): WebhookReceiver => ({
  path: '/webhooks/mail/:sender/:token',
  isOn: true,
  receive: (body, headers, { ip, params: { sender = '', token = '' } }) =>
    receiveMailEvents(ctx, { sender, token, ip, body, headers }),
})

export const mailEventsModule = defineModule({
  routes: mailEventRoutes,
  receivers: (ctx) => [mailEventReceiver(ctx)],
  housekeeping: (ctx) => ({ events: () => removeOldEvents(ctx.db) }),
})
