import { WEBHOOK_EVENTS, type WebhookEventType, webhookBody } from '#contract/activity/webhook-events.ts'
import { ZAPIER_SAMPLES, type ZapierItem } from '#contract/leads/zapier.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EventSources, eventBody } from './event-body.ts'
import type { WebhooksService } from './webhooks-service.ts'
import { findSamples, type SampleRow } from './zapier-reads.ts'

export interface ZapierDeps {
  db: Db
  webhooks: Pick<WebhooksService, 'create' | 'remove' | 'find'>
  sources: EventSources
  /** Kinds of runs that enrich. */
  enriching: readonly string[]
}

/** Nothing is left of its subject: its leads were suppressed or erased. */
const isEmpty = ({ data }: ZapierItem) => Array.isArray(data.leads) && data.leads.length === 0

/** Zapier REST hooks: subscriptions are webhooks created and ended by a Zap; samples show what they would send. */
export function createZapierService({ db, webhooks, sources, enriching }: ZapierDeps) {
  async function itemOf(accountId: number, type: WebhookEventType, row: SampleRow): Promise<ZapierItem> {
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
    return JSON.parse(await eventBody(sources, event, { id }))
  }

  const invented = (type: WebhookEventType): ZapierItem => ({
    id: `${type}-sample`,
    ...webhookBody(type, systemClock.now().toISOString(), WEBHOOK_EVENTS[type].example),
    sample: true,
  })

  return {
    /** @throws AppError not_found (list), conflict, validation_failed on hookUrl or event. */
    async subscribe(
      actor: Actor,
      request: { hookUrl: string; event: WebhookEventType; list_id?: number | null | undefined },
    ): Promise<number> {
      if (request.list_id != null && !WEBHOOK_EVENTS[request.event].ofOneList)
        throw invalidField('event', `${WEBHOOK_EVENTS[request.event].name} is an event of the whole account`)
      const { id } = await webhooks.create(actor, {
        url: request.hookUrl,
        events: [request.event],
        name: `Zapier: ${WEBHOOK_EVENTS[request.event].name}`,
        list_id: request.list_id,
        origin: 'zapier',
      })
      return id
    },

    /** @throws AppError not_found, also for a webhook not created by a Zap. */
    async unsubscribe(actor: Actor, id: number): Promise<void> {
      if ((await webhooks.find(actor, id)).origin !== 'zapier') throw notFound('The subscription')
      await webhooks.remove(actor, id)
    },

    /** The newest items of an event, or an invented one. @throws AppError not_found (list). */
    async samples(actor: Actor, type: WebhookEventType, listId: number | null): Promise<ZapierItem[]> {
      const { accountId } = actor
      const list = listId === null ? null : await sources.list(accountId, listId)
      if (listId !== null && !list) throw notFound('The list')
      const rows = await findSamples(db, type, { accountId, listId }, { enriching, limit: ZAPIER_SAMPLES })
      const items = await Promise.all(rows.map((row) => itemOf(accountId, type, row)))
      const real = items.filter((item) => !isEmpty(item))
      return real.length > 0 ? real : [invented(type)]
    },
  }
}

export type ZapierService = ReturnType<typeof createZapierService>
