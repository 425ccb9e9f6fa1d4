import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Measurement } from '#server/platform/observe/measurement.ts'

/** Late deliveries, and webhooks switched off after failures. */
export async function measureWebhooks(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ due: number; oldest: number | null }>`
    select count(*) as due, extract(epoch from now() - min(next_at))::float8 as oldest from webhook_lane
    where next_at <= now() and (lease_until is null or lease_until < now())`.execute(db)
  const { rows: off } = await sql<{ off: number }>`
    select count(*) as off from webhook where not is_active and deleted_at is null`.execute(db)
  const { due = 0, oldest } = rows[0] ?? {}
  return [
    {
      name: 'webhook_lanes_due',
      help: 'Webhook queues with a delivery that is due',
      values: [{ value: due }],
    },
    {
      name: 'webhook_oldest_seconds',
      help: 'How long the oldest due delivery has waited',
      values: [{ value: Math.max(0, oldest ?? 0) }],
    },
    { name: 'webhooks_off', help: 'Webhooks that are switched off', values: [{ value: off[0]?.off ?? 0 }] },
  ]
}
