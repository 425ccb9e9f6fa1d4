import { type SqlBool, sql } from 'kysely'
import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { DeliveryState } from '#contract/activity/webhooks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'

interface LastDelivery {
  id: number
  type: WebhookEventType
  state: DeliveryState
  attempts: number
  status: number | null
  error: string | null
  at: string
}

/** The newest delivery of the webhook `w` that was attempted, or else is waiting. */
export const LAST_DELIVERY = sql<LastDelivery | null>`(
  select jsonb_build_object('id', d.id, 'type', d.type, 'state', d.state, 'attempts', d.attempts,
      'status', d.last_status, 'error', d.last_error, 'at', coalesce(d.finished_at, d.created_at))
    from webhook_delivery d where d.account_id = w.account_id and d.webhook_id = w.id
    order by d.attempts = 0, d.id desc limit 1)`

/** Ids of webhooks, their waiting and failed deliveries, and the last delivery of each. */
export async function readStates(db: Db, accountId: number, webhookIds: number[]) {
  if (webhookIds.length === 0) return []
  const { rows } = await sql<{
    webhook_id: number
    waiting: number
    failed: number
    last: LastDelivery | null
  }>`
    select w.id as webhook_id,
      (select count(*)::int from webhook_delivery d where d.account_id = w.account_id and d.webhook_id = w.id
        and d.state = 'waiting') as waiting,
      (select count(*)::int from webhook_delivery d where d.account_id = w.account_id and d.webhook_id = w.id
        and d.state = 'failed') as failed,
      ${LAST_DELIVERY} as last
    from webhook w where w.account_id = ${accountId} and w.id = any(${webhookIds}::bigint[])`.execute(db)
  return rows
}

const withEvents = (db: Db, accountId: number) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.account_id', '=', 'd.account_id').onRef('e.id', '=', 'd.event_id'),
    )
    .where('d.account_id', '=', accountId)

export async function listDeliveries(
  db: Db,
  accountId: number,
  webhookId: number,
  query: {
    page: number
    limit: number
    state?: DeliveryState
    event?: WebhookEventType
  },
) {
  const condition = sql<SqlBool>`d.webhook_id = ${webhookId}
    and (${query.state ?? null}::text is null or d.state = ${query.state ?? null})
    and (${query.event ?? null}::text is null or d.type = ${query.event ?? null})`
  const found = withEvents(db, accountId).where(condition)
  return readPage(
    found,
    found.selectAll('d').select(['e.message_id', 'e.is_test', 'e.list_id']).orderBy('d.id', 'desc'),
    query,
  )
}

export const findDelivery = (db: Db, accountId: number, id: number) =>
  withEvents(db, accountId)
    .where('d.id', '=', id)
    .selectAll('d')
    .select(['e.message_id', 'e.is_test', 'e.list_id'])
    .executeTakeFirst()

export type DeliveryView = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

export const findAttempts = (db: Db, accountId: number, deliveryId: number) =>
  db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
