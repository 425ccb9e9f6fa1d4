import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { DeliveryState } from '#contract/activity/webhooks.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { type DeliveryView, findAttempts, findDelivery, pageOfDeliveries } from './deliveries-reads.ts'
import { restartDelivery, restartFailed } from './deliveries-store.ts'
import { presentAttempt, presentDelivery } from './present-webhook.ts'
import type { WebhooksService } from './webhooks-service.ts'
import type { WebhookRow } from './webhooks-store.ts'

export interface DeliveriesDeps {
  db: Db
  webhooks: Pick<WebhooksService, 'find'>
  wake(accountId: number): Promise<void>
}

function requireActive({ is_active }: WebhookRow): void {
  if (!is_active) throw conflict('This webhook is turned off. Turn it on to resend')
}

/** The delivery log, and resending. */
export function createDeliveriesService({ db, webhooks, wake }: DeliveriesDeps) {
  async function find(actor: Actor, id: number): Promise<DeliveryView> {
    const row = await findDelivery(db, actor.accountId, id)
    if (!row) throw notFound('The delivery')
    return row
  }

  const show = async (actor: Actor, id: number) => presentDelivery(await find(actor, id))

  return {
    show,

    async detail(actor: Actor, id: number) {
      const delivery = await show(actor, id)
      const log = await findAttempts(db, actor.accountId, id)
      return { ...delivery, log: log.map(presentAttempt) }
    },

    async page(
      actor: Actor,
      webhookId: number,
      query: {
        page: number
        limit: number
        state?: DeliveryState | undefined
        event?: WebhookEventType | undefined
      },
    ) {
      await webhooks.find(actor, webhookId)
      const { rows, total } = await pageOfDeliveries(db, actor.accountId, webhookId, query)
      return { data: rows.map(presentDelivery), currentPage: query.page, pageSize: query.limit, total }
    },

    /** Resends one now, outside its lane. @throws AppError not_found, conflict while its webhook is off. */
    async resend(actor: Actor, id: number) {
      await transaction(db, async () => {
        const { webhook_id: webhookId } = await find(actor, id)
        requireActive(await webhooks.find(actor, webhookId))
        await restartDelivery(db, { accountId: actor.accountId, webhookId }, id)
        const detail = { delivery: id }
        recordAudit(db, { accountId: actor.accountId, subject: `webhook:${webhookId}`, detail })
        await wake(actor.accountId)
      })
      return show(actor, id)
    },

    /** Resends all that were given up. @returns how many. */
    resendFailed: (actor: Actor, webhookId: number): Promise<number> =>
      transaction(db, async () => {
        requireActive(await webhooks.find(actor, webhookId))
        const count = await restartFailed(db, actor.accountId, webhookId)
        if (count === 0) {
          markUnchanged()
          return 0
        }
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `webhook:${webhookId}`,
          detail: { count },
        })
        await wake(actor.accountId)
        return count
      }),
  }
}

export type DeliveriesService = ReturnType<typeof createDeliveriesService>
