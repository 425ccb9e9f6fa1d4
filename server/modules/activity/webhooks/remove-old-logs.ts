import { type RawBuilder, sql } from 'kysely'
import { LISTENER_HOURS } from '#contract/activity/webhook-listeners.ts'
import { DELIVERY_DAYS } from '#contract/activity/webhooks.ts'
import type { Db } from '#server/platform/db/db.ts'

const AT_ONCE = 20_000

/** Deletes older deliveries with their attempt log, in batches and account by account. */
async function removeDeliveries(db: Db, old: RawBuilder<Date>): Promise<void> {
  for (;;) {
    const deleted = await db
      .selectFrom('webhook_delivery')
      .select(['account_id', 'id'])
      .where('created_at', '<', old)
      .limit(AT_ONCE)
      .execute()
    for (const [accountId, own] of Map.groupBy(deleted, ({ account_id }) => account_id)) {
      const ids = sql<number>`any(${own.map(({ id }) => id)}::bigint[])`
      await db
        .deleteFrom('webhook_attempt')
        .where('account_id', '=', accountId)
        .where('delivery_id', '=', ids)
        .execute()
      await db
        .deleteFrom('webhook_delivery')
        .where('account_id', '=', accountId)
        .where('id', '=', ids)
        .execute()
    }
    if (deleted.length < AT_ONCE) return
  }
}

/**
 * Deletes deliveries after 30 days, and webhooks deleted as long ago. What is still waiting belongs to a webhook
 * that someone has switched off.
 */
export async function removeOldWebhookLogs(db: Db): Promise<void> {
  const old = sql<Date>`now() - make_interval(days => ${DELIVERY_DAYS})`
  await removeDeliveries(db, old)
  await sql`delete from webhook_event e where created_at < ${old} and not exists (
    select from webhook_delivery d where d.account_id = e.account_id and d.event_id = e.id)`.execute(db)
  // A lane about to be woken has a due time by then.
  await sql`delete from webhook_lane l where next_at is null and not exists (
    select from webhook_delivery d where d.account_id = l.account_id and d.webhook_id = l.webhook_id
      and d.lane = l.lane and d.state = 'waiting')`.execute(db)
  await sql`update webhook w set deleted_at = now() where deleted_at is null and list_id is not null and not exists (
    select from list_info l where l.account_id = w.account_id and l.id = w.list_id)`.execute(db)
  await sql`update webhook set deleted_at = now() where deleted_at is null and origin = 'listener'
    and updated_at < now() - make_interval(hours => ${LISTENER_HOURS})`.execute(db)
  await sql`delete from webhook where deleted_at < ${old}`.execute(db)
}
