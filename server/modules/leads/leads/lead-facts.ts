import { sql } from 'kysely'
import type { EmailState } from '#contract/leads/email-states.ts'
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

/** Leads that can be reached in the same ways. */
export interface Reachability {
  is_sample: boolean
  has_email: boolean
  email_state: EmailState | null
  has_phone: boolean
  count: number
}

/** How many of the leads can be reached how. */
export const countReachable = (
  db: Db,
  place: { accountId: number; listId: number },
  ids: readonly number[],
): Promise<Reachability[]> =>
  db
    .selectFrom('lead')
    .select(({ fn, eb }) => [
      'is_sample',
      'email_state',
      eb('email', 'is not', null).as('has_email'),
      eb('phone', 'is not', null).as('has_phone'),
      fn.countAll<number>().as('count'),
    ])
    .where('account_id', '=', place.accountId)
    .where('list_id', '=', place.listId)
    .where('id', 'in', ids)
    .groupBy(['is_sample', 'email_state', 'has_email', 'has_phone'])
    .execute() as Promise<Reachability[]>
