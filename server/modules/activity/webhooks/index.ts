import { defineModule } from '#server/platform/module.ts'
import { dispatcherOf } from './dispatcher.ts'
import { failingWebhookRoutes } from './failing-webhooks.ts'
import { removeOldWebhookLogs } from './remove-old-logs.ts'
import { webhooksKitPart } from './webhooks-kit.ts'
import { webhookRoutes } from './webhooks-routes.ts'
import { zapierRoutes } from './zapier-routes.ts'

export { checkUrl } from './check-url.ts'
export { createDispatcher, type DispatcherOptions } from './dispatcher.ts'
export { emitCustomerEvent } from './emit-customer-event.ts'
export { emitEvent, emitLeads, emitWins } from './emit-events.ts'
export { makeEventSchema } from './event-schema.ts'
export { measureWebhooks } from './measure-webhooks.ts'
export { sendMessage } from './send-message.ts'
export { isSigned, newSecret, signedHeaders } from './sign.ts'
export {
  eventAutopilot,
  eventAutopilotRun,
  eventFile,
  eventLeads,
  eventList,
  eventRun,
  eventSignal,
} from './signals.ts'

export const webhooksModule = defineModule({
  routes: (ctx) => [...webhookRoutes(ctx), ...failingWebhookRoutes(ctx), ...zapierRoutes(ctx)],
  kitParts: [webhooksKitPart],
  workers: (ctx) => [dispatcherOf(ctx)],
  housekeeping: (ctx) => ({ 'webhook logs': () => removeOldWebhookLogs(ctx.db) }),
})
