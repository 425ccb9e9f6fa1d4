import { WEBHOOK_EVENTS, type WebhookEventType, webhookBody } from '#contract/activity/webhook-events.ts'
import { ZAPIER_SAMPLES, type ZapierItem } from '#contract/leads/zapier.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { eventBody } from './event-body.ts'
import { eventList } from './signals.ts'
import { createWebhook, deleteWebhook } from './webhook-changes.ts'
import { findOwnWebhook } from './webhook-reads.ts'
import { findSamples, type SampleRow } from './zapier-reads.ts'

/** Nothing is left of its subject: its leads were suppressed or erased. */
const isEmpty = ({ data }: ZapierItem) =>
  (Array.isArray(data.leads) && data.leads.length === 0) || data.lead === null

// Zapier REST hooks: subscriptions are webhooks created and ended by a Zap; samples show what they would send.

async function readItem(
  ctx: Context,
  accountId: number,
  type: WebhookEventType,
  row: SampleRow,
): Promise<ZapierItem> {
  const id = `${type}-${row.id}`
  const event = {
    account_id: accountId,
    id: row.id,
    message_id: id,
    type,
    list_id: row.list_id,
    data: row.facts,
    is_test: false,
    created_at: new Date(row.at),
  }
  return JSON.parse(await eventBody(ctx, event, { id }))
}

const inventItem = (type: WebhookEventType): ZapierItem => ({
  id: `${type}-sample`,
  ...webhookBody({ type, timestamp: systemClock.now().toISOString(), data: WEBHOOK_EVENTS[type].example }),
  sample: true,
})

/** @throws AppError not_found (list), conflict, validation_failed on hookUrl or event. */
export async function subscribeZap(
  ctx: Context,
  actor: Actor,
  request: { hookUrl: string; event: WebhookEventType; list_id?: number | null },
): Promise<number> {
  if (request.list_id != null && !WEBHOOK_EVENTS[request.event].ofOneList)
    throw invalidField('event', `${WEBHOOK_EVENTS[request.event].name} is an event of the whole account`)
  const { id } = await createWebhook(ctx, actor, {
    url: request.hookUrl,
    events: [request.event],
    name: `Zapier: ${WEBHOOK_EVENTS[request.event].name}`,
    list_id: request.list_id,
    origin: 'zapier',
  })
  return id
}

/** @throws AppError not_found, also for a webhook not created by a Zap. */
export async function unsubscribeZap(ctx: Context, actor: Actor, id: number): Promise<void> {
  if ((await findOwnWebhook(ctx, actor, id)).origin !== 'zapier') throw notFound('The subscription')
  await deleteWebhook(ctx, actor, id)
}

/** The newest items of an event, or an invented one. @throws AppError not_found (list). */
export async function showZapSamples(
  ctx: Context,
  actor: Actor,
  type: WebhookEventType,
  listId: number | null,
): Promise<ZapierItem[]> {
  const { accountId } = actor
  const list = listId === null ? null : await eventList.ask(ctx, { accountId, id: listId })
  if (listId !== null && !list) throw notFound('The list')
  const rows = await findSamples(ctx.db, type, { accountId, listId }, ZAPIER_SAMPLES)
  const items = await Promise.all(rows.map((row) => readItem(ctx, accountId, type, row)))
  const real = items.filter((item) => !isEmpty(item))
  return real.length > 0 ? real : [inventItem(type)]
}
