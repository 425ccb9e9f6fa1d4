import * as z from 'zod/mini'
import {
  EVENT_DATA,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
  webhookBody,
} from '#contract/activity/webhook-events.ts'
import * as api from '#contract/activity/webhooks.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { DeliveriesService } from './deliveries-service.ts'
import type { WebhooksService } from './webhooks-service.ts'

const EXAMPLE_TIME = '2026-11-03T20:31:44.344Z'

/** The JSON Schema of an event's body. */
const schemaOf = (type: WebhookEventType) =>
  z.toJSONSchema(
    z.object({
      type: z.literal(type),
      timestamp: z.string(),
      data: EVENT_DATA[WEBHOOK_EVENTS[type].shape],
    }),
  ) as Record<string, unknown>

const catalogue = () =>
  WEBHOOK_EVENT_TYPES.map((type) => {
    const { name, when, ofOneList, example } = WEBHOOK_EVENTS[type]
    const body = webhookBody(type, EXAMPLE_TIME, example)
    return { type, name, when, of_one_list: ofOneList, example: body, schema: schemaOf(type) }
  })

const deliveries = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`)

export const webhookRoutes = (webhooks: WebhooksService, log: DeliveriesService) => [
  route(api.webhookEvents, async () => ({ data: catalogue() })),
  route(api.webhooks, ({ actor, query }) => data(webhooks.list(actor, query.list_id))),
  route(api.showWebhook, ({ actor, params }) => data(webhooks.show(actor, params.id))),
  route(api.createWebhook, async ({ actor, body }) => {
    const { id, secret } = await webhooks.create(actor, body)
    return { data: { id, secret, webhook: await webhooks.show(actor, id) } }
  }),
  route(api.changeWebhook, ({ actor, params, body }) => data(webhooks.change(actor, params.id, body))),
  route(api.deleteWebhook, async ({ actor, params }) => {
    await webhooks.remove(actor, params.id)
    return { success: true as const }
  }),
  route(api.restoreWebhook, ({ actor, params }) => data(webhooks.restore(actor, params.id))),
  route(api.rotateWebhookSecret, async ({ actor, params: { id } }) => {
    const secret = await webhooks.rotate(actor, id)
    return { data: { id, secret, webhook: await webhooks.show(actor, id) } }
  }),
  route(api.testWebhook, async ({ actor, params, body }) => {
    const id = await webhooks.test(actor, params.id, body.event)
    return { data: await log.show(actor, id), message: 'Test event sent' }
  }),
  route(api.webhookDeliveries, async ({ actor, params, query }) => log.page(actor, params.id, query)),
  route(api.showDelivery, ({ actor, params }) => data(log.detail(actor, params.id))),
  route(api.resendDelivery, async ({ actor, params }) => ({
    data: await log.resend(actor, params.id),
    message: 'Delivery resent',
  })),
  route(api.resendFailed, async ({ actor, params }) => {
    const count = await log.resendFailed(actor, params.id)
    return {
      count,
      message: count > 0 ? `${deliveries(count)} resent` : 'No delivery has failed',
    }
  }),
  route(api.listWebhook, ({ actor, params }) => data(webhooks.ofList(actor, params.id))),
  route(api.setListWebhook, ({ actor, params, body }) => data(webhooks.setOfList(actor, params.id, body))),
]
