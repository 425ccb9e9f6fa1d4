import type { SiteSettings } from '#contract/branding/sites.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findPrimaryHost } from './domains-store.ts'
import { pageHost, plainHost } from './host-directory.ts'
import { findHostKind, fixedHostKind, publicHost } from './host-kind.ts'
import { type BrandFacts, NEUTRAL_BRAND, PRODUCT_BRAND, presentBrand } from './present-site.ts'
import { currentTerms, signUpPlan } from './signals.ts'
import { type SitePerson, servesPerson } from './site-person-policy.ts'
import * as store from './sites-store.ts'
import { chatKey, publicSocial, vendorCredentials } from './social-settings.ts'

export type SiteRow = store.SiteRow

/** The brand that a mail speaks for. */
export interface SiteBrand {
  name: string
  /** Origin without a trailing slash. From the site's domains or the environment, never from a request. */
  url: string
  /** Image URL; mails show it only when it is https. */
  logo: string | null
  /** Colors as #rgb or #rrggbb. */
  primaryColor: string
  textColor: string
  headingColor: string
  /** Sender address. */
  from: string
  /** Reply address. */
  supportEmail: string | null
}

const NO_FACTS = { sign_up: false, social: { google: null, facebook: null }, terms: null, map_tiles: null }

/** A site's scripts run on its own domains only: never on shared ones. */
const withoutScript = (brand: SiteSettings): SiteSettings => ({ ...brand, script: null })

/** Whether a site has the platform's own domains; null is one of those without a site. */
const isPlatforms = async (db: Db, site: SiteRow | null): Promise<boolean> =>
  site === null || site.id === (await store.findPlatformSite(db))?.id

/** A site's brand settings, or the platform's without a site. */
const findDecided = async (ctx: Context, site: SiteRow | null) =>
  site
    ? { decided: site, otherwise: NEUTRAL_BRAND }
    : { decided: (await store.findPlatformSite(ctx.db)) ?? null, otherwise: PRODUCT_BRAND }

/** Sign-on of a site, or of the platform without a site. */
async function findSignOnButton(ctx: Context, site: SiteRow | null) {
  const signOn = (site ?? (await store.findPlatformSite(ctx.db)))?.sign_on
  return signOn ? { openid: { label: signOn.label } } : {}
}

const findFacts = async (ctx: Context, site: SiteRow | null): Promise<BrandFacts> => ({
  sign_up: (await signUpPlan.ask(ctx, { site })) !== null,
  password_min_length: ctx.site.passwordMinLength,
  social: {
    ...publicSocial(site, ctx.site, await isPlatforms(ctx.db, site)),
    ...(await findSignOnButton(ctx, site)),
  },
  terms: await currentTerms.ask(ctx, { siteId: site?.id ?? null }),
  map_tiles: ctx.site.mapTiles,
})

/** The brand of a domain, ignoring a port. */
export async function showSiteSettings(ctx: Context, domain: string): Promise<SiteSettings> {
  const host = pageHost(domain)
  const site = (await store.findSite(ctx.db, host)) ?? null
  const kind = site ? 'site' : await findHostKind(ctx, host)
  if (kind === 'shared' || kind === 'unknown') {
    const facts = { ...NO_FACTS, password_min_length: ctx.site.passwordMinLength }
    return presentBrand({ decided: null, otherwise: NEUTRAL_BRAND }, domain, facts)
  }
  const brand = presentBrand(await findDecided(ctx, site), site ? host : domain, await findFacts(ctx, site))
  return fixedHostKind(ctx, host) ? withoutScript(brand) : brand
}

/** The brand that people of a realm know, for whoever is logged in as one of them on another host; null on that host. */
export async function showBrandOfPeople(
  ctx: Context,
  realmId: number,
  host: string,
): Promise<SiteSettings | null> {
  const site = await store.findSiteOfRealm(ctx.db, realmId)
  if (!site || site.id === (await findSiteOfHost(ctx, host))?.id) return null
  const brand = presentBrand(await findDecided(ctx, site), host, await findFacts(ctx, site))
  return { ...withoutScript(brand), chat: null }
}

/** Origin of a site's links: its primary domain, else the shared domain, else the platform's. */
export async function findSiteUrl(ctx: Context, siteId: number | null): Promise<string> {
  const host = siteId === null ? null : await findPrimaryHost(ctx.db, siteId)
  if (host) return `https://${host}`
  const shared = siteId === null ? null : ctx.site.whiteLabelSuiteDomain
  return shared ? `https://${shared}` : ctx.site.publicUrl()
}

/** A Host's site, or null on the platform's own, a shared or an unknown one. */
export const findSiteOfHost = async (ctx: Context, host: string) =>
  (await store.findSite(ctx.db, plainHost(host))) ?? null

export const findSiteById = async (ctx: Context, id: number | null) =>
  id === null ? null : ((await store.findSiteById(ctx.db, id)) ?? null)

/** A realm's site for calls over a shared domain; null for the platform's. */
export const findSiteOfRealm = async (ctx: Context, realmId: number) =>
  (await store.findSiteOfRealm(ctx.db, realmId)) ?? null

/** The sender site for a person: that of the Host if it serves them, else their realm's own. */
export async function findSenderSite(ctx: Context, person: SitePerson, host: string) {
  const here = await findSiteOfHost(ctx, host)
  return here && servesPerson(here, person) ? here : findSiteOfRealm(ctx, person.realm_id)
}

/** The site whose brand an account owns: it serves the people of its customers. Null for an account without one. */
export const findOwnSite = async (ctx: Context, accountId: number) =>
  (await store.findSiteOfAccount(ctx.db, accountId)) ?? null

export const findPlatformSite = async (ctx: Context) => (await store.findPlatformSite(ctx.db)) ?? null

export async function listScriptHosts(ctx: Context, host: string) {
  const site = (await store.findSite(ctx.db, plainHost(host))) ?? (await store.findPlatformSite(ctx.db))
  return site?.script_hosts ?? []
}

/** A page's brand while the database is down: the product's name is on its own domain only. */
export const siteSettingsWithoutDatabase = (ctx: Context, domain: string): SiteSettings => ({
  ...(pageHost(domain) === publicHost(ctx) ? PRODUCT_BRAND : NEUTRAL_BRAND),
  domain,
})

export async function findBrand(ctx: Context, siteId: number | null): Promise<SiteBrand> {
  const site = siteId === null ? null : ((await store.findSiteById(ctx.db, siteId)) ?? null)
  const url = await findSiteUrl(ctx, site?.id ?? null)
  const brand = presentBrand(await findDecided(ctx, site), new URL(url).hostname, {
    ...NO_FACTS,
    password_min_length: ctx.site.passwordMinLength,
  })
  const logo = brand.logo?.startsWith('/') ? `${url}${brand.logo}` : brand.logo
  const sender = site
    ? site.mail_from
    : ((await store.findPlatformSite(ctx.db))?.mail_from ?? ctx.site.mailFrom)
  return {
    name: brand.name,
    url,
    logo: logo?.startsWith('https://') ? logo : null,
    primaryColor: brand.button_color,
    textColor: brand.text_color,
    headingColor: brand.heading_color,
    from: sender ?? ctx.site.mailFrom ?? `no-reply@${new URL(url).hostname}`,
    supportEmail: brand.support_email,
  }
}

/** The brand that the people of a realm know: that of its site, else the platform's. */
export async function findBrandOfRealm(
  ctx: Context,
  realmId: number,
): Promise<SiteBrand & { siteId: number | null }> {
  const siteId = (await findSiteOfRealm(ctx, realmId))?.id ?? null
  return { ...(await findBrand(ctx, siteId)), siteId }
}

/** Whether the platform has a brand of its own. */
export async function hasBrands(ctx: Context) {
  const site = await store.findPlatformSite(ctx.db)
  return Boolean(site && (site.name ?? site.logo ?? site.button_color))
}

/** Credentials of a social sign-in on this site; null when the provider is not set up. */
export const findVendorCredentials = async (
  ctx: Context,
  provider: 'google' | 'facebook',
  site: SiteRow | null,
) =>
  vendorCredentials(provider, {
    site,
    platform: ctx.site,
    isPlatforms: await isPlatforms(ctx.db, site),
    secretBox: ctx.secretBox,
  })

/** The user's identity proof for a site's chat; null without such a chat. */
export async function findChatKey(ctx: Context, siteId: number | null) {
  const site =
    siteId === null ? await store.findPlatformSite(ctx.db) : await store.findSiteById(ctx.db, siteId)
  return site ? chatKey(site, ctx.secretBox) : null
}
