import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** At most this many records are looked at: a domain of more is a chain's, and says nothing of one business. */
const MAX_RECORDS = 50

/** Keys under which searches deliver what has this domain, profile or address, with the name of each. */
export async function knownEntityKeys(
  db: Db,
  of: { domain: string } | { linkedinUrl: string | null; email: string | null },
): Promise<{ key: string; name: string }[]> {
  const { rows } = await ('domain' in of
    ? sql<{ key: string; name: string }>`select entity_key as key, name from corpus_place
        where domain = ${of.domain} order by id limit ${MAX_RECORDS}`
    : sql<{ key: string; name: string }>`select entity_key as key, name from corpus_person
        where linkedin_url = ${of.linkedinUrl} or own_email = ${of.email} order by id limit ${MAX_RECORDS}`
  ).execute(db)
  return rows
}
