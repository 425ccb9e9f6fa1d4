import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Identifiers of corpus people. */
export async function namesOfPeople(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ email: string | null; phone: string | null; urls: string[] }>`
    select email, phone, array_remove(array[linkedin_url, github_url, x_url], null) as urls
    from corpus_person where id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Whether a phone is a business's, or of a person `pattern` (a SQL regular expression) does not name. */
export async function hasOtherHolder(db: Db, phone: string, pattern: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from corpus_person where phone = ${phone}
      and not concat_ws(e'\n', email, linkedin_url, github_url, x_url) ~* ${pattern}
    union all select 1 from corpus_place where phone = ${phone} limit 1`.execute(db)
  return rows.length > 0
}

/** Lowercase names of people and businesses with a phone, each once, up to a limit. */
export async function listHolders(db: Db, phone: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct lower(coalesce(name, email)) as holder from (
      select name, email from corpus_person where phone = ${phone}
      union all select name, null from corpus_place where phone = ${phone}) as known
    where coalesce(name, email) is not null limit ${max}`.execute(db)
  return rows.map(({ holder }) => holder)
}
