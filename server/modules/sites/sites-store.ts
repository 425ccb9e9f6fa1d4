import type { Generated, Selectable } from 'kysely'
import type { GooglePopupType } from '#contract/sites.ts'
import type { Db } from '#server/platform/db/db.ts'

interface SiteTable {
  id: Generated<number>
  account_id: number
  realm_id: number
  domain: string
  verified_at: Date | null
  name: string | null
  logo: string | null
  script: string | null
  content: string | null
  login_page_bg_color: string | null
  sidebar_background_color: string | null
  button_color: string | null
  secondary_color: string | null
  text_color: string | null
  heading_color: string | null
  crms: Generated<string[]>
  menu: Generated<{ label: string; url: string }[]>
  show_training_center: Generated<boolean>
  sign_up_plan_id: number | null
  support_email: string | null
  mail_from: string | null
  google_client_id: string | null
  google_client_secret_sealed: string | null
  google_popup_type: GooglePopupType | null
  facebook_app_id: string | null
  facebook_app_secret_sealed: string | null
  facebook_page_view: boolean | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    site: SiteTable
  }
}
export type SiteRow = Selectable<SiteTable>

/** The verified site of a domain. */
export const findSite = (db: Db, domain: string) =>
  db
    .selectFrom('site')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['domain']), '=', domain.toLowerCase()))
    .where('verified_at', 'is not', null)
    .executeTakeFirst()

/** A site by its id, verified or not. */
export const findSiteById = (db: Db, id: number) =>
  db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()

/** The first verified site of a realm. */
export const findSiteOfRealm = (db: Db, realmId: number) =>
  db
    .selectFrom('site')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const insertSite = (
  db: Db,
  site: Pick<SiteRow, 'account_id' | 'realm_id' | 'domain'> & Partial<SiteRow>,
) =>
  db
    .insertInto('site')
    .values({ ...site, menu: JSON.stringify(site.menu ?? []) as never })
    .returningAll()
    .executeTakeFirstOrThrow()
