import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { getRow } from '#server/platform/db/rows.ts'

interface ListRef {
  accountId: number
  listId: number
}

/** A website normalized for comparison: without scheme, `www.`, trailing slash and case. */
export const websiteKey = (website: string): string =>
  website
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '')
/** `websiteKey` in SQL, with the same steps in the same order. */
// An index has the same expression (0162_leads_by_website.sql).
const rowWebsiteKey = sql<string>`regexp_replace(regexp_replace(lower(website), '^https?://(www\\.)?', ''), '/+$', '')`

/** The first 100 leads of a list, outside the trash, that match a condition. */
const firstLeads = (db: Db, { accountId, listId }: ListRef, condition: Expression<SqlBool>) =>
  db
    .selectFrom('lead')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('deleted_at', 'is', null)
    .where(condition)
    .orderBy('id')
    .limit(100)
    .execute()

export const leadsOfWebsite = (db: Db, list: ListRef, website: string) =>
  firstLeads(db, list, sql<SqlBool>`${rowWebsiteKey} = ${websiteKey(website)}`)

export const leadsOfEmail = (db: Db, list: ListRef, email: string) =>
  firstLeads(db, list, sql<SqlBool>`lower(email) = ${email}`)

/**
 * Leads outside the trash of a list with this profile. Reads the whole list, so call it without a lock: an index
 * of the column would make each change of a score write every index of the lead.
 */
export const leadsOfProfile = (db: Db, list: ListRef, linkedinUrl: string) =>
  firstLeads(db, list, sql<SqlBool>`fields ->> 'linkedin_url' = ${linkedinUrl}`)

/** Ids of leads outside the trash of a list that have one of these emails, websites or profiles. */
export async function leadsLike(
  db: Db,
  { accountId, listId }: ListRef,
  { emails, websites, profiles }: { emails: string[]; websites: string[]; profiles: string[] },
): Promise<number[]> {
  const parts: [readonly string[], Expression<unknown>][] = [
    [emails.map((email) => email.toLowerCase()), sql`lower(email)`],
    [websites.map(websiteKey), rowWebsiteKey],
    [profiles, sql`fields ->> 'linkedin_url'`],
  ]
  const ids = new Set<number>()
  for (const [values, column] of parts) {
    if (values.length === 0) continue
    const rows = await db
      .selectFrom('lead')
      .select('id')
      .where('account_id', '=', accountId)
      .where('list_id', '=', listId)
      .where('deleted_at', 'is', null)
      .where(sql<SqlBool>`${column} = any(${values}::text[])`)
      .execute()
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

/** The lead of an entity that is in a list or its trash. */
export const leadOfEntity = (db: Db, { accountId, listId }: ListRef, entityId: number) =>
  getRow(db, 'lead', { account_id: accountId, list_id: listId, entity_id: entityId }, ['id', 'deleted_at'])

/** Leads of entities that are in a list or its trash. */
export const leadsOfEntities = (db: Db, { accountId, listId }: ListRef, entityIds: readonly number[]) =>
  db
    .selectFrom('lead')
    .select(['id', 'entity_id', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('entity_id', '=', sql<number>`any(${entityIds}::bigint[])`)
    .execute()
