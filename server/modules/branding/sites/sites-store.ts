import { type Generated, type Selectable, sql } from 'kysely'
import type { SignOnSettings } from '#contract/branding/sign-on.ts'
import type { CHAT_VENDORS, GooglePopupType } from '#contract/branding/sites.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, insertRow } from '#server/platform/db/rows.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface SiteTable {
  id: Generated<number>
  account_id: number
  realm_id: number
  is_platform: Generated<boolean>
  name: string | null
  logo: string | null
  logo_dark: string | null
  icon: string | null
  script: string | null
  script_hosts: Generated<string[]>
  content: string | null
  login_page_bg_color: string | null
  sidebar_background_color: string | null
  button_color: string | null
  secondary_color: string | null
  text_color: string | null
  heading_color: string | null
  blue_color: string | null
  light_blue_color: string | null
  crms: string[] | null
  menu: { label: string; url: string }[] | null
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
  chat_vendor: (typeof CHAT_VENDORS)[number] | null
  chat_app_id: string | null
  chat_secret_sealed: string | null
  sign_on: SignOnSettings | null
  sign_on_secret_sealed: string | null
  created_at: Generated<Date>
  updated_at: Date | null
}
interface SiteInfo {
  id: number
  account_id: number
  realm_id: number
  /** The domain that represents it: served ones first. */
  domain: string | null
  is_served: boolean | null
  name: string | null
  sign_up_plan_id: number | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    site: SiteTable
    site_info: ReadOnly<SiteInfo, keyof SiteInfo>
    site_host_info: ReadOnly<{ host: string; site_id: number | null }, 'host' | 'site_id'>
  }
}
export type SiteRow = Selectable<SiteTable>
export type SiteChange = Partial<Omit<SiteRow, 'id' | 'account_id' | 'realm_id' | 'created_at'>>

/** The site served on a host; none on the platform's own. */
export const findSite = (db: Db, host: string) =>
  db
    .selectFrom('site')
    .innerJoin('site_host_info as here', 'here.site_id', 'site.id')
    .selectAll('site')
    .where('here.host', '=', host)
    .executeTakeFirst()

export const findSiteById = (db: Db, id: number) => findRow(db, 'site', { id })

export const findSiteOfAccount = (db: Db, accountId: number) =>
  db
    .selectFrom('site')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The installation's own site. */
export const findPlatformSite = (db: Db) =>
  db
    .selectFrom('site')
    .innerJoin('account_node as a', 'a.id', 'site.account_id')
    .selectAll('site')
    .where('a.parent_id', 'is', null)
    .orderBy('site.id')
    .limit(1)
    .executeTakeFirst()

/** A realm's site: served ones first. Not the platform's. */
export const findSiteOfRealm = (db: Db, realmId: number) =>
  db
    .selectFrom('site')
    .innerJoin('site_info as i', 'i.id', 'site.id')
    .innerJoin('account_node as a', 'a.id', 'site.account_id')
    .selectAll('site')
    .where('site.realm_id', '=', realmId)
    .where('a.parent_id', 'is not', null)
    .orderBy(sql`coalesce(i.is_served, false)`, 'desc')
    .orderBy('site.id')
    .limit(1)
    .executeTakeFirst()

/** Every served host with its site. */
export const findHosts = (db: Db) => db.selectFrom('site_host_info').select(['host', 'site_id']).execute()

export const findHost = (db: Db, host: string) => findRow(db, 'site_host_info', { host }, ['host', 'site_id'])

const writeColumns = ({ menu, ...rest }: SiteChange) => ({
  ...rest,
  ...(menu !== undefined && { menu: menu && asJson(menu) }),
})

export const insertSite = (db: Db, site: Pick<SiteRow, 'account_id' | 'realm_id'> & SiteChange) => {
  const { account_id, realm_id, ...change } = site
  return insertRow(db, 'site', { account_id, realm_id, ...writeColumns(change) })
}

export const updateSite = (db: Db, id: number, change: SiteChange) =>
  db
    .updateTable('site')
    .set({ ...writeColumns(change), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Serializes creating an account's site. */
export const lockAccountSite = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`site:${accountId}`}, 0))`.execute(db)

/** An account that can have a site: the platform's own, or a reseller's. */
export async function findSiteAccount(db: Db, accountId: number) {
  const row = await db
    .selectFrom('account_node')
    .select(['id', 'parent_id', 'name', 'modules', 'realm_id'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && (row.parent_id === null || row.modules.includes('whitelabel')) ? row : undefined
}
