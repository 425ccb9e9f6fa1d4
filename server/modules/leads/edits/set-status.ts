import { sql } from 'kysely'
import type { LeadStatus } from '#contract/lead-statuses.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ChangePlace } from './write-change.ts'

/** Sets the status of leads that have another one, in one statement. @returns how many that were. */
export async function setStatus(
  db: Db,
  place: ChangePlace,
  ids: number[],
  status: LeadStatus,
  historyId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select id, lead_status from lead
      where account_id = ${place.accountId} and list_id = ${place.listId} and id = any(${ids}::bigint[])
        and deleted_at is null and lead_status <> ${status}
      order by id for update),
    changed as (
      update lead set lead_status = ${status}, updated_at = now() from old
      where lead.account_id = ${place.accountId} and lead.list_id = ${place.listId} and lead.id = old.id
      returning lead.id, old.lead_status as before),
    told as (
      insert into lead_change (account_id, history_id, lead_id, before, after)
      select ${place.accountId}, ${historyId}, id,
        jsonb_build_object('values', jsonb_build_object('lead_status', before)),
        jsonb_build_object('values', jsonb_build_object('lead_status', ${status}::text)) from changed)
    select count(*)::int as count from changed`.execute(db)
  return rows[0]?.count ?? 0
}
