import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { storableJson } from '#server/platform/db/storable.ts'
import type { ReadPage } from './gather-sources.ts'

interface AiPageTable {
  account_id: number
  domain: string
  pages: ReadPage[]
  read_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    ai_page: AiPageTable
  }
}

/** Days for which stored pages of a website are valid. */
const VALID_DAYS = 30

/** Recently read pages of a website. */
export const findPages = (db: Db, accountId: number, domain: string) =>
  db
    .selectFrom('ai_page')
    .select('pages')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('read_at', '>', sql<Date>`now() - make_interval(days => ${VALID_DAYS})`)
    .executeTakeFirst()

export const storePages = (db: Db, accountId: number, domain: string, pages: readonly ReadPage[]) =>
  sql`insert into ai_page (account_id, domain, pages) values (${accountId}, ${domain}, ${storableJson(pages)}::jsonb)
    on conflict (account_id, domain) do update set pages = excluded.pages, read_at = excluded.read_at`.execute(
    db,
  )

/** Deletes pages that are too old to be cited. */
export const removeOldPages = (db: Db) =>
  sql`delete from ai_page where read_at < now() - make_interval(days => ${VALID_DAYS})`.execute(db)
