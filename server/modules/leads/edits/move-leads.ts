import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { LEAD_COLUMNS, rowHasEmail } from '../leads-store.ts'
import type { ChangePlace } from './write-change.ts'

/** How many leads arrived in a list, and how many of them have an email. */
export interface Arrived {
  leads: number
  emails: number
}

/** Ids whose business or person stands in the other list already, its trash included. */
const clear = (place: ChangePlace, ids: number[], to: number) => sql`
  picked as (
    select id, entity_id from lead where account_id = ${place.accountId} and list_id = ${place.listId}
      and id = any(${ids}::bigint[]) and deleted_at is null order by id for update),
  clear as (
    select p.id from picked p where not exists (
      select 1 from lead t where t.account_id = ${place.accountId} and t.list_id = ${to} and t.entity_id = p.entity_id))`

/** Takes leads to another list, in one statement. */
export async function takeLeads(
  db: Db,
  place: ChangePlace,
  ids: number[],
  to: number,
  historyId: number,
): Promise<Arrived> {
  const { rows } = await sql<Arrived>`
    with ${clear(place, ids, to)},
    moved as (
      update lead set list_id = ${to}, updated_at = now() from clear
      where lead.account_id = ${place.accountId} and lead.list_id = ${place.listId} and lead.id = clear.id
      returning lead.id, ${rowHasEmail('lead')} as has),
    told as (
      insert into lead_change (account_id, history_id, lead_id, before, after)
      select ${place.accountId}, ${historyId}, id, jsonb_build_object('list_id', ${place.listId}::bigint),
        jsonb_build_object('list_id', ${to}::bigint) from moved)
    select count(*)::int as leads, (count(*) filter (where has))::int as emails from moved`.execute(db)
  return rows[0] as Arrived
}

/** Columns that a copy has of its own. */
const OWN = new Set<string>(['list_id', 'id', 'run_id', 'added_at', 'updated_at', 'sent_at'])
const COPIED = LEAD_COLUMNS.filter((column) => !OWN.has(column))

/** Puts copies of leads into another list; they point to the same business or person, so they cost nothing. */
export async function copyLeads(
  db: Db,
  place: ChangePlace,
  ids: number[],
  to: number,
  historyId: number,
): Promise<Arrived> {
  const columns = sql.raw(COPIED.join(', '))
  const { rows } = await sql<Arrived>`
    with ${clear(place, ids, to)},
    copied as (
      insert into lead (list_id, ${columns})
      select ${to}, ${columns} from lead
      where account_id = ${place.accountId} and list_id = ${place.listId} and id in (select id from clear) order by id
      on conflict (account_id, list_id, entity_id) do nothing
      returning id, ${rowHasEmail('lead')} as has),
    told as (
      insert into lead_change (account_id, history_id, lead_id, before, after)
      select ${place.accountId}, ${historyId}, id,
        jsonb_build_object('list_id', ${to}::bigint, 'is_deleted', true),
        jsonb_build_object('list_id', ${to}::bigint, 'is_deleted', false) from copied)
    select count(*)::int as leads, (count(*) filter (where has))::int as emails from copied`.execute(db)
  return rows[0] as Arrived
}
