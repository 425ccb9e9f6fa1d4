import { DEFAULT_BRAND } from '#contract/branding/default-brand.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { newDomainToken } from './domain-record.ts'
import { findPrimaryHost, insertDomain } from './domains-store.ts'
import { createHostDirectory, pageHost, plainHost } from './host-directory.ts'
import { createHostKinds } from './host-kind.ts'
import { type BrandFacts, PRODUCT_BRAND, presentBrand } from './present-site.ts'
import type { SitePlatform } from './site-platform.ts'
import {
  findPlatformSite,
  findSite,
  findSiteById,
  findSiteOfRealm,
  insertSite,
  type SiteChange,
  type SiteRow,
} from './sites-store.ts'
import { chatKey, publicSocial, vendorCredentials } from './social-settings.ts'

export interface SitesDeps {
  db: Db
  secretBox: SecretBox
  platform: SitePlatform
  /** The newest terms of a site; resolved late, because terms are built on sites. */
  termsOf(siteId: number | null): Promise<SiteSettings['terms']>
  /** Whether people may register here. */
  allowsSignUps(site: SiteRow | null): Promise<boolean>
}

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
  site === null || site.id === (await findPlatformSite(db))?.id

/** Brands by domain, ignoring a port. */
export function createSitesService({ db, secretBox, platform, termsOf, allowsSignUps }: SitesDeps) {
  const hosts = createHostDirectory(db)
  const kinds = createHostKinds(hosts, platform)

  /** A site's brand settings, or the platform's without a site. */
  const decidedOf = async (site: SiteRow | null) =>
    site
      ? { decided: site, otherwise: DEFAULT_BRAND }
      : { decided: (await findPlatformSite(db)) ?? null, otherwise: PRODUCT_BRAND }

  const factsOf = async (site: SiteRow | null): Promise<BrandFacts> => ({
    sign_up: await allowsSignUps(site),
    password_min_length: platform.passwordMinLength,
    social: publicSocial(site, platform, await isPlatforms(db, site)),
    terms: await termsOf(site?.id ?? null),
    map_tiles: platform.mapTiles,
  })

  async function settingsOf(domain: string): Promise<SiteSettings> {
    const host = pageHost(domain)
    const site = (await findSite(db, host)) ?? null
    const kind = site ? 'site' : await kinds.kindOf(host)
    if (kind === 'shared' || kind === 'unknown') {
      const facts = { ...NO_FACTS, password_min_length: platform.passwordMinLength }
      return presentBrand({ decided: null, otherwise: DEFAULT_BRAND }, domain, facts)
    }
    const brand = presentBrand(await decidedOf(site), site ? host : domain, await factsOf(site))
    return kinds.fixedKind(host) ? withoutScript(brand) : brand
  }

  /** Origin of a site's links: its primary domain, else the shared domain, else the platform's. */
  async function urlOf(siteId: number | null): Promise<string> {
    const host = siteId === null ? null : await findPrimaryHost(db, siteId)
    if (host) return `https://${host}`
    const shared = siteId === null ? null : platform.whiteLabelSuiteDomain
    return shared ? `https://${shared}` : platform.publicUrl()
  }

  return {
    hosts,
    ...kinds,
    settingsOf,
    urlOf,
    /** A Host's site, or null on the platform's own, a shared or an unknown one. */
    ofHost: async (host: string) => (await findSite(db, plainHost(host))) ?? null,
    find: async (id: number | null) => (id === null ? null : ((await findSiteById(db, id)) ?? null)),
    /** A realm's site for calls over a shared domain; null for the platform's. */
    ofRealm: async (realmId: number) => (await findSiteOfRealm(db, realmId)) ?? null,
    /** The sender site for people of a realm: that of the Host, else the realm's own. */
    speakingTo: async (realmId: number, host: string) =>
      (await findSite(db, plainHost(host))) ?? (await findSiteOfRealm(db, realmId)) ?? null,
    platformSite: async () => (await findPlatformSite(db)) ?? null,
    scriptHostsOf: async (host: string) => {
      const site = (await findSite(db, plainHost(host))) ?? (await findPlatformSite(db))
      return site?.script_hosts ?? []
    },
    /** A page's brand while the database is down: the product's name is on its own domain only. */
    settingsWithoutDatabase: (domain: string): SiteSettings => ({
      ...(pageHost(domain) === kinds.publicHost() ? PRODUCT_BRAND : DEFAULT_BRAND),
      domain,
    }),
    async brandOf(siteId: number | null): Promise<SiteBrand> {
      const site = siteId === null ? null : ((await findSiteById(db, siteId)) ?? null)
      const url = await urlOf(site?.id ?? null)
      const brand = presentBrand(await decidedOf(site), new URL(url).hostname, {
        ...NO_FACTS,
        password_min_length: platform.passwordMinLength,
      })
      const logo = brand.logo?.startsWith('/') ? `${url}${brand.logo}` : brand.logo
      const sender = site ? site.mail_from : ((await findPlatformSite(db))?.mail_from ?? platform.mailFrom)
      return {
        name: brand.name,
        url,
        logo: logo?.startsWith('https://') ? logo : null,
        primaryColor: brand.button_color,
        textColor: brand.text_color,
        headingColor: brand.heading_color,
        from: sender ?? platform.mailFrom ?? `no-reply@${new URL(url).hostname}`,
        supportEmail: brand.support_email,
      }
    },
    isBranded: async () => {
      const site = await findPlatformSite(db)
      return Boolean(site && (site.name ?? site.logo ?? site.button_color))
    },
    /** Credentials of a social sign-in on this site; null when the provider is not set up. */
    vendorCredentials: async (provider: 'google' | 'facebook', site: SiteRow | null) =>
      vendorCredentials(provider, site, platform, await isPlatforms(db, site), secretBox),
    /** The user's identity proof for a site's chat; null without such a chat. */
    async chatKeyOf(siteId: number | null) {
      const site = siteId === null ? await findPlatformSite(db) : await findSiteById(db, siteId)
      return site ? chatKey(site, secretBox) : null
    },
    passwordMinLength: platform.passwordMinLength,
    /** A new site, with a vouched domain when `verified_at` is given. */
    create: (
      site: Pick<SiteRow, 'account_id' | 'realm_id'> &
        SiteChange & { domain?: string | undefined; verified_at?: Date | null },
    ) =>
      transaction(db, async () => {
        const { domain, verified_at = null, ...row } = site
        const made = await insertSite(db, row)
        if (domain !== undefined)
          await insertDomain(db, {
            site_id: made.id,
            host: plainHost(domain),
            token: newDomainToken(),
            state: verified_at ? 'active' : 'pending',
            is_trusted: verified_at !== null,
            is_primary: true,
            verified_at,
          })
        hosts.forget()
        return made
      }),
  }
}

export type SitesService = ReturnType<typeof createSitesService>
