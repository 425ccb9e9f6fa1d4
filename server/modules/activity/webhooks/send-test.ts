import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Delivery } from '#contract/activity/webhooks.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { insertEvents } from './deliveries-store.ts'
import { newMessageId } from './emit-events.ts'
import { auditWebhook } from './webhook-changes.ts'
import type { WebhookRow } from './webhooks-store.ts'

interface TestDeps {
  db: Db
  find(actor: Actor, id: number): Promise<WebhookRow>
  wake(accountId: number): Promise<void>
}

/** Sends an event's example, marked as a test, outside all lanes. @returns the delivery. */
export const createWebhookTest =
  ({ db, find, wake }: TestDeps) =>
  (actor: Actor, id: number, event?: WebhookEventType): Promise<Delivery['id']> =>
    transaction(db, async () => {
      const row = await find(actor, id)
      if (!row.is_active) throw conflict('This webhook is turned off. Turn it on to test it')
      const type = event ?? (row.events[0] as WebhookEventType)
      const [deliveryId] = await insertEvents(db, actor.accountId, [
        {
          messageId: newMessageId(),
          type,
          listId: null,
          data: {},
          isTest: true,
          byHand: true,
          webhookIds: [id],
        },
      ])
      auditWebhook(db, row, { event: type })
      await wake(actor.accountId)
      return deliveryId as number
    })
