import * as z from 'zod/mini'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, webhookBody } from '#contract/activity/webhook-events.ts'
import * as listeners from '#contract/activity/webhook-listeners.ts'
import * as api from '#contract/activity/webhooks.ts'
import { counted } from '#contract/core/plural.ts'
import type { Context } from '#server/platform/context.ts'
import { countedSlots } from '#server/platform/http/counted-slots.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { changeWebhook, restoreWebhook } from './change-webhook.ts'
import {
  listDeliveries,
  resendDelivery,
  resendFailedDeliveries,
  showDelivery,
  showDeliveryDetail,
} from './deliveries.ts'
import { makeEventSchema } from './event-schema.ts'
import { setListWebhook, showListWebhook } from './list-webhook.ts'
import { createListener, listen } from './listener.ts'
import { sendTestEvent } from './send-test.ts'
import { createWebhook, deleteWebhook, rotateWebhookSecret } from './webhook-changes.ts'
import { listWebhooks, showWebhook } from './webhook-reads.ts'

const EXAMPLE_TIME = '2026-11-03T20:31:44.344Z'

const catalogue = () =>
  WEBHOOK_EVENT_TYPES.map((type) => {
    const { name, when, ofOneList, example } = WEBHOOK_EVENTS[type]
    const body = webhookBody({ type, timestamp: EXAMPLE_TIME, data: example })
    return {
      type,
      name,
      when,
      of_one_list: ofOneList,
      example: body,
      schema: z.toJSONSchema(makeEventSchema(type)) as Record<string, unknown>,
    }
  })

/** Open listeners per user, in this process. */
const MAX_LISTENERS = 10

export const webhookRoutes = (ctx: Context, places = countedSlots(MAX_LISTENERS)): Route[] => [
  route(api.webhookEvents, async () => ({ data: catalogue() })),
  route(api.webhooks, ({ actor, query }) => data(listWebhooks(ctx, actor, query.list_id))),
  route(api.showWebhook, ({ actor, params }) => data(showWebhook(ctx, actor, params.id))),
  route(api.createWebhook, async ({ actor, body }) => {
    const { id, secret } = await createWebhook(ctx, actor, body)
    return { data: { id, secret, webhook: await showWebhook(ctx, actor, id) } }
  }),
  route(api.changeWebhook, ({ actor, params, body }) => data(changeWebhook(ctx, actor, params.id, body))),
  route(api.deleteWebhook, async ({ actor, params }) => {
    await deleteWebhook(ctx, actor, params.id)
    return { success: true as const }
  }),
  route(api.restoreWebhook, ({ actor, params }) => data(restoreWebhook(ctx, actor, params.id))),
  route(api.rotateWebhookSecret, async ({ actor, params: { id } }) => {
    const secret = await rotateWebhookSecret(ctx, actor, id)
    return { data: { id, secret, webhook: await showWebhook(ctx, actor, id) } }
  }),
  route(api.testWebhook, async ({ actor, params, body }) => {
    const id = await sendTestEvent(ctx, actor, params.id, body.event)
    return { data: await showDelivery(ctx, actor, id), message: 'Test event sent' }
  }),
  route(api.webhookDeliveries, async ({ actor, params, query }) =>
    listDeliveries(ctx, actor, params.id, query),
  ),
  route(api.showDelivery, ({ actor, params }) => data(showDeliveryDetail(ctx, actor, params.id))),
  route(api.resendDelivery, async ({ actor, params }) => ({
    data: await resendDelivery(ctx, actor, params.id),
    message: 'Delivery resent',
  })),
  route(api.resendFailed, async ({ actor, params }) => {
    const count = await resendFailedDeliveries(ctx, actor, params.id)
    return {
      count,
      message: count > 0 ? `${counted(count, 'delivery', 'deliveries')} resent` : 'No delivery has failed',
    }
  }),
  route(listeners.createListener, async ({ actor, body }) => {
    const { id, secret } = await createListener(ctx, actor, body.events)
    return { data: { id, secret, webhook: await showWebhook(ctx, actor, id) } }
  }),
  route(listeners.listenerEvents, async ({ actor, params, query, signal }) => {
    const events = await listen(ctx, actor, { id: params.id, after: query.after, signal })
    const leave = places.enter(actor.userId)
    signal.addEventListener('abort', leave, { once: true })
    return events
  }),
  route(api.listWebhook, ({ actor, params }) => data(showListWebhook(ctx, actor, params.id))),
  route(api.setListWebhook, ({ actor, params, body }) => data(setListWebhook(ctx, actor, params.id, body))),
]
