import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Maximum records examined: a domain with more is a chain's, and does not identify a business. */
const MAX_RECORDS = 50

/** Search keys for this domain, profile or address, each with its name. */
export async function findKnownEntityKeys(
  db: Db,
  person: { domain: string } | { linkedinUrl: string | null; email: string | null },
): Promise<{ key: string; name: string }[]> {
  const { rows } = await ('domain' in person
    ? sql<{ key: string; name: string }>`select entity_key as key, name from corpus_place
        where domain = ${person.domain} order by id limit ${MAX_RECORDS}`
    : sql<{ key: string; name: string }>`select entity_key as key, name from corpus_person
        where linkedin_url = ${person.linkedinUrl} or own_email = ${person.email} order by id limit ${MAX_RECORDS}`
  ).execute(db)
  return rows
}
