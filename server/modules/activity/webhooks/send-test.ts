import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Delivery } from '#contract/activity/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { insertEvents } from './deliveries-store.ts'
import { newMessageId, wakeDispatchers } from './emit-events.ts'
import { auditWebhook } from './webhook-changes.ts'
import { findOwnWebhook } from './webhook-reads.ts'

/** Sends an event's example, marked as a test, outside all lanes. @returns the delivery. */
export const sendTestEvent = (
  ctx: Context,
  actor: Actor,
  id: number,
  event?: WebhookEventType,
): Promise<Delivery['id']> =>
  transaction(ctx.db, async () => {
    const row = await findOwnWebhook(ctx, actor, id)
    if (!row.is_active) throw conflict('This webhook is turned off. Turn it on to test it')
    const type = event ?? (row.events[0] as WebhookEventType)
    const [deliveryId] = await insertEvents(ctx.db, actor.accountId, [
      {
        messageId: newMessageId(),
        type,
        listId: null,
        data: {},
        isTest: true,
        byHand: true,
        receivers: [row],
      },
    ])
    auditWebhook(ctx.db, row, { event: type })
    await wakeDispatchers(ctx.db, actor.accountId)
    return deliveryId as number
  })
