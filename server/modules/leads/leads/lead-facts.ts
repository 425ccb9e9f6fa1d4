import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** A lead's data for finding duplicates. */
export interface LeadFacts {
  id: number
  name: string | null
  email: string | null
  phone: string | null
  domain: string | null
  city: string | null
  street: string | null
  lat: number | null
  lon: number | null
  /** Number of fields with a value. */
  filled: number
}

/** Comparison data of a list's first `limit` active leads, by id. */
export async function factsOfLeads(
  db: Db,
  accountId: number,
  listId: number,
  limit: number,
): Promise<LeadFacts[]> {
  const { rows } = await sql<LeadFacts>`
    select id, name, email, phone, domain, city, street, lat, lon,
      num_nonnulls(name, company, position, domain, website, email, phone, category, street, city, region, postal_code,
        country, lat) + (select count(*)::int from jsonb_object_keys(fields)) as filled
    from lead where account_id = ${accountId} and list_id = ${listId} and deleted_at is null
    order by id limit ${limit}`.execute(db)
  return rows
}
