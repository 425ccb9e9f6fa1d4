import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow } from '#server/platform/db/rows.ts'

interface TermsTable {
  id: Generated<number>
  site_id: number | null
  version: number
  title: string
  body: string
  published_by: number | null
  published_at: Generated<Date>
}
interface TermsAcceptanceTable {
  user_id: number
  terms_id: number
  ip: string | null
  user_agent: string | null
  accepted_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    terms: TermsTable
    terms_acceptance: TermsAcceptanceTable
  }
}
export type TermsRow = Selectable<TermsTable>

/** A site's newest terms, else the platform's: the site's own take precedence, however old. */
const newest = (db: Db, siteId: number | null) =>
  db
    .selectFrom('terms as t')
    .where((eb) => eb.or([eb('t.site_id', '=', siteId), eb('t.site_id', 'is', null)]))
    .orderBy(sql`t.site_id is null`)
    .orderBy('t.version', 'desc')
    .limit(1)

export const findNewestTerms = (db: Db, siteId: number | null): Promise<TermsRow | undefined> =>
  newest(db, siteId).selectAll('t').executeTakeFirst()

/** The same without the text, which may be long; `accepted` is whether this user has accepted them. */
export const findNewestFor = (db: Db, siteId: number | null, userId: number | null) =>
  newest(db, siteId)
    .select(['t.id', 't.version', 't.title'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('terms_acceptance as a')
            .select('a.terms_id')
            .whereRef('a.terms_id', '=', 't.id')
            .where('a.user_id', '=', userId),
        )
        .as('accepted'),
    )
    .executeTakeFirst()

/** Adds the next version. Publishers of one site wait for each other, so versions are consecutive. */
export async function insertTerms(
  db: Db,
  terms: { siteId: number | null; title: string; body: string; publishedBy: number },
): Promise<TermsRow> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`terms:${terms.siteId ?? 0}`}, 0))`.execute(db)
  const { last } = await db
    .selectFrom('terms')
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), sql<number>`0`).as('last'))
    .where('site_id', 'is not distinct from', terms.siteId)
    .executeTakeFirstOrThrow()
  return insertRow(db, 'terms', {
    site_id: terms.siteId,
    version: last + 1,
    title: terms.title,
    body: terms.body,
    published_by: terms.publishedBy,
  })
}

/** Records an acceptance; an existing one stays. */
export const insertAcceptance = (
  db: Db,
  acceptance: { userId: number; termsId: number; ip: string; userAgent: string },
) =>
  db
    .insertInto('terms_acceptance')
    .values({
      user_id: acceptance.userId,
      terms_id: acceptance.termsId,
      ip: acceptance.ip,
      user_agent: acceptance.userAgent,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'terms_id']).doNothing())
    .execute()
