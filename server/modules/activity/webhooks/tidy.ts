import { sql } from 'kysely'
import { DELIVERY_DAYS } from '#contract/activity/webhooks.ts'
import type { Db } from '#server/platform/db/db.ts'

const AT_ONCE = 20_000

/** Deletes by the row's own id, so many at a time. */
async function removeAll(work: () => Promise<bigint | undefined>): Promise<void> {
  while (Number((await work()) ?? 0) === AT_ONCE);
}

/**
 * Forgets deliveries after 30 days, and webhooks that were deleted as long ago. What still waits then waits for a webhook
 * that somebody has switched off.
 */
export async function removeOldWebhookLogs(db: Db): Promise<void> {
  const old = sql`now() - make_interval(days => ${DELIVERY_DAYS})`
  await removeAll(async () => {
    const gone = await sql`with old as (
        delete from webhook_delivery where ctid in (
          select ctid from webhook_delivery where created_at < ${old} limit ${AT_ONCE})
        returning account_id, id),
      log as (delete from webhook_attempt a using old where a.account_id = old.account_id and a.delivery_id = old.id)
      select from old`.execute(db)
    return BigInt(gone.rows.length)
  })
  await sql`delete from webhook_event e where created_at < ${old} and not exists (
    select from webhook_delivery d where d.account_id = e.account_id and d.event_id = e.id)`.execute(db)
  // A lane that somebody is about to wake has a time by then.
  await sql`delete from webhook_lane l where next_at is null and not exists (
    select from webhook_delivery d where d.account_id = l.account_id and d.webhook_id = l.webhook_id
      and d.lane = l.lane and d.state = 'waiting')`.execute(db)
  await sql`update webhook w set deleted_at = now() where deleted_at is null and list_id is not null and not exists (
    select from list_info l where l.account_id = w.account_id and l.id = w.list_id)`.execute(db)
  await sql`delete from webhook where deleted_at < ${old}`.execute(db)
}
