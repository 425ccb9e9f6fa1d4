import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import { LISTENER_HOURS, type ListenerEvent } from '#contract/activity/webhook-listeners.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { followAccount } from '#server/platform/http/follow-account.ts'
import { makeRequest } from './attempt-delivery.ts'
import { findRead } from './deliveries-store.ts'
import { WEBHOOKS_WAIT } from './emit-events.ts'
import { createWebhook } from './webhook-changes.ts'
import { findOwnWebhook } from './webhook-reads.ts'
import { touchListener, type WebhookRow } from './webhooks-store.ts'

const AT_ONCE = 20

/** A webhook whose events a command line reads. */
export const createListener = (
  ctx: Context,
  actor: Actor,
  events: WebhookEventType[] = WEBHOOK_EVENT_TYPES,
): Promise<{ id: number; secret: string }> =>
  createWebhook(ctx, actor, { url: 'http://localhost/', name: 'Command line', events, origin: 'listener' })

interface Place {
  id: number
  /** The last event that the reader has. */
  after: number
  signal: AbortSignal
}

/** Requests behind an event, as a delivery would send them now. */
async function* readEvents(
  ctx: Context,
  webhook: WebhookRow,
  after: number,
): AsyncGenerator<ListenerEvent & { id: number }> {
  const { account_id: accountId, id: webhookId } = webhook
  for (let last = after; ; ) {
    const events = await findRead(ctx.db, accountId, { webhookId, after: last, limit: AT_ONCE })
    for (const event of events) {
      const request = await makeRequest(ctx, { webhook, event, at: ctx.clock.now() })
      last = event.delivery_id
      yield { type: 'event', id: last, event: event.type, ...request }
    }
    if (events.length < AT_ONCE) return
  }
}

async function* follow(
  ctx: Context,
  actor: Actor,
  { id, after, signal }: Place,
): AsyncGenerator<ListenerEvent> {
  let last = after
  yield { type: 'ping' }
  for await (const message of followAccount(ctx, actor, signal)) {
    if (message && message.kind !== WEBHOOKS_WAIT && message.kind !== 'reconnected') continue
    // A rotated secret signs from now on; a deleted listener ends.
    if (!(await touchListener(ctx.db, actor.accountId, id))) return
    for await (const event of readEvents(ctx, await findOwnWebhook(ctx, actor, id), last)) {
      last = event.id
      yield event
    }
    if (!message) yield { type: 'ping' }
  }
}

/**
 * Events of a listener from the one behind `after`, each signed when it is read.
 * @throws AppError not_found, conflict when events are missing because it was not read for an hour.
 */
export async function listen(
  ctx: Context,
  actor: Actor,
  place: Place,
): Promise<AsyncGenerator<ListenerEvent>> {
  const { origin } = await findOwnWebhook(ctx, actor, place.id)
  if (origin !== 'listener') throw conflict('This webhook has an address, to which its events are sent')
  if (!(await touchListener(ctx.db, actor.accountId, place.id)))
    throw conflict(
      `This listener is off, or was not read for ${LISTENER_HOURS} hour, so that events are missing. Start a new one`,
    )
  return follow(ctx, actor, place)
}
