import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Notes values that differ from the known ones, beside their source. They count when the next look finds them again;
 * null forgets a value, because a look found the known one. This is no change in the lead's history.
 */
export async function keepForNextLook(
  db: Db,
  { accountId, listId }: { accountId: number; listId: number },
  leads: readonly { leadId: number; fields: object }[],
): Promise<void> {
  if (leads.length === 0) return
  await sql`with wanted as (
      select "leadId" as id, fields from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as n("leadId" bigint, fields jsonb)),
    locked as (
      select l.id from lead l join wanted w on w.id = l.id
      where l.account_id = ${accountId} and l.list_id = ${listId} order by l.id for update of l)
    update lead l set name = l.name, provenance = jsonb_set(l.provenance, '{fields}',
      coalesce(l.provenance -> 'fields', '{}') || (
        select jsonb_object_agg(key, (coalesce(l.provenance #> array['fields', key], l.provenance -> 'default') - 'next')
          || case when value = 'null' then '{}' else jsonb_build_object('next', value) end)
        from jsonb_each(w.fields)))
    from wanted w, locked
    where l.account_id = ${accountId} and l.list_id = ${listId} and l.id = w.id and l.id = locked.id`.execute(
    db,
  )
}
