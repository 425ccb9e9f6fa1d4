import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** A permanently deleted lead, with what its list's numbers need. */
export interface ErasedLead {
  list_id: number
  id: number
  entity_id: number
  living: boolean
  email: string | null
  email_state: string | null
}

/** Permanently deletes leads, active or in the trash, with their labels. @param where names columns of a lead */
export async function eraseLeadsWhere(
  db: Db,
  accountId: number,
  where: RawBuilder<boolean>,
): Promise<ErasedLead[]> {
  const locked = await sql<{ id: number; list_id: number }>`select id, list_id from lead
    where account_id = ${accountId} and ${where} order by id for update`.execute(db)
  if (locked.rows.length === 0) return []
  const ids = locked.rows.map(({ id }) => id)
  const { rows } = await sql<ErasedLead>`
    delete from lead where account_id = ${accountId} and id = any(${ids}::bigint[])
      and list_id = any(${locked.rows.map(({ list_id }) => list_id)}::bigint[])
    returning id, list_id, entity_id, deleted_at is null as living, email, email_state`.execute(db)
  await sql`delete from lead_label where account_id = ${accountId} and lead_id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows
}

/** Removes the key of entities; payments for them stay recorded. @returns how many had one. */
export async function eraseEntitiesWhere(
  db: Db,
  accountId: number,
  where: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`update entity set entity_key = 'erased:' || id::text
    where account_id = ${accountId} and ${where} returning id`.execute(db)
  await sql`delete from entity_alias where account_id = ${accountId}
    and entity_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows.length
}

/** Removes the key of those entities without any lead left. @returns how many had one. */
export const eraseEntitiesWithoutLeads = (db: Db, accountId: number, ids: number[]): Promise<number> =>
  eraseEntitiesWhere(
    db,
    accountId,
    sql`id = any(${ids}::bigint[]) and entity_key not like 'erased:%' and not exists (
      select from lead l where l.account_id = entity.account_id and l.entity_id = entity.id)`,
  )
