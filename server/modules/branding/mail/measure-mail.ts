import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Measurement, makeMeasurements } from '#server/platform/observe/measurement.ts'

/** Waiting mail, and undelivered mail of the last day. */
export async function measureMail(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ state: string; mails: number; oldest: number }>`
    select state, count(*) as mails, extract(epoch from now() - min(created_at))::float8 as oldest from mail_message
    where state in ('queued', 'sending') or (state in ('failed', 'expired') and created_at > now() - interval '1 day')
    group by state`.execute(db)
  return makeMeasurements(rows, ['state'], {
    mails: ['mails', 'Mail that waits (queued, sending), and mail of the last day that failed or expired'],
    oldest: ['mails_oldest_seconds', 'Age of the oldest of them'],
  })
}
