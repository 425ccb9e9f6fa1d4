import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { DeliveryState } from '#contract/activity/webhooks.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as reads from './deliveries-reads.ts'
import { restartDelivery, restartFailed } from './deliveries-store.ts'
import { wakeDispatchers } from './emit-events.ts'
import { presentAttempt, presentDelivery } from './present-webhook.ts'
import { findOwnWebhook } from './webhook-reads.ts'
import type { WebhookRow } from './webhooks-store.ts'

function requireSending({ is_active, origin }: WebhookRow): void {
  if (origin === 'listener') throw conflict('A listener reads its events itself. Send a test event instead')
  if (!is_active) throw conflict('This webhook is turned off. Turn it on to resend')
}

// The delivery log, and resending.

async function requireDelivery(ctx: Context, actor: Actor, id: number): Promise<reads.DeliveryView> {
  const row = await reads.findDelivery(ctx.db, actor.accountId, id)
  if (!row) throw notFound('The delivery')
  return row
}

export const showDelivery = async (ctx: Context, actor: Actor, id: number) =>
  presentDelivery(await requireDelivery(ctx, actor, id))

export async function showDeliveryDetail(ctx: Context, actor: Actor, id: number) {
  const delivery = await showDelivery(ctx, actor, id)
  const log = await reads.findAttempts(ctx.db, actor.accountId, id)
  return { ...delivery, log: log.map(presentAttempt) }
}

export async function listDeliveries(
  ctx: Context,
  actor: Actor,
  webhookId: number,
  query: {
    page: number
    limit: number
    state?: DeliveryState
    event?: WebhookEventType
  },
) {
  await findOwnWebhook(ctx, actor, webhookId)
  const { rows, total } = await reads.listDeliveries(ctx.db, actor.accountId, webhookId, query)
  return pageReply(rows.map(presentDelivery), query, total)
}

/** Resends one now, outside its lane. @throws AppError not_found, conflict while its webhook is off. */
export async function resendDelivery(ctx: Context, actor: Actor, id: number) {
  await transaction(ctx.db, async () => {
    const { webhook_id: webhookId } = await requireDelivery(ctx, actor, id)
    requireSending(await findOwnWebhook(ctx, actor, webhookId))
    await restartDelivery(ctx.db, { accountId: actor.accountId, webhookId }, id)
    const detail = { delivery: id }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `webhook:${webhookId}`, detail })
    await wakeDispatchers(ctx.db, actor.accountId)
  })
  return showDelivery(ctx, actor, id)
}

/** Resends all that were given up. @returns how many. */
export const resendFailedDeliveries = (ctx: Context, actor: Actor, webhookId: number): Promise<number> =>
  transaction(ctx.db, async () => {
    requireSending(await findOwnWebhook(ctx, actor, webhookId))
    const count = await restartFailed(ctx.db, actor.accountId, webhookId)
    if (count === 0) {
      markUnchanged()
      return 0
    }
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `webhook:${webhookId}`,
      detail: { count },
    })
    await wakeDispatchers(ctx.db, actor.accountId)
    return count
  })
