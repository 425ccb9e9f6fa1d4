import { isIP } from 'node:net'
import { NEW_BRAND, PLATFORM_BRAND } from '#contract/default-brand.ts'
import type { PlatformBrand, SiteSettings } from '#contract/sites.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findPlatformBrand, savePlatformBrand } from './platform-brand-store.ts'
import { brandWithoutDatabase, presentBrand } from './present-site.ts'
import type { SitePlatform } from './site-platform.ts'
import { findSite, findSiteById, findSiteOfRealm, insertSite, type SiteRow } from './sites-store.ts'
import { publicSocial, vendorCredentials } from './social-settings.ts'

export interface SitesDeps {
  db: Db
  secretBox: SecretBox
  platform: SitePlatform
  /** The newest terms of a site; asked late, because terms are built on sites. */
  termsOf(siteId: number | null): Promise<SiteSettings['terms']>
  /** Whether people may register here. */
  takesSignUps(site: SiteRow | null): Promise<boolean>
}

/** Who a mail comes from and where its links lead. */
export interface SiteBrand {
  name: string
  /** Origin, no slash at the end. From the site's row or the environment, never from a request. */
  url: string
  logo: string | null
  primaryColor: string
  textColor: string
  headingColor: string
  from: string
  supportEmail: string | null
}

const UNDECIDED: PlatformBrand = {
  name: null,
  logo: null,
  button_color: null,
  secondary_color: null,
  heading_color: null,
  text_color: null,
  sidebar_background_color: null,
  login_page_bg_color: null,
}

const bare = (domain: string) => domain.trim().replace(/:\d+$/, '').toLowerCase()

/** Brands by domain. A port on the domain is ignored. */
export function createSitesService({ db, secretBox, platform, termsOf, takesSignUps }: SitesDeps) {
  /** What was decided about the brand of a site, or of the platform where there is none. */
  const decidedOf = async (site: SiteRow | null) =>
    site
      ? { decided: site, otherwise: NEW_BRAND }
      : { decided: await findPlatformBrand(db), otherwise: PLATFORM_BRAND }

  async function settings(site: SiteRow | null, domain: string): Promise<SiteSettings> {
    return presentBrand(await decidedOf(site), domain, {
      sign_up: await takesSignUps(site),
      password_min_length: platform.passwordMinLength,
      social: publicSocial(site, platform),
      terms: await termsOf(site?.id ?? null),
      map_tiles: platform.mapTiles,
    })
  }

  return {
    /** The verified site of a Host, or null on a shared or unknown domain. */
    ofHost: async (host: string) => (await findSite(db, bare(host))) ?? null,
    find: async (id: number | null) => (id === null ? null : ((await findSiteById(db, id)) ?? null)),
    /** The site that speaks for a realm where a call came over a shared domain. */
    ofRealm: async (realmId: number) => (await findSiteOfRealm(db, realmId)) ?? null,
    /** Whether pages of this domain come from here: that of a verified site, or the installation's own by name. */
    async serves(domain: string): Promise<boolean> {
      const own = new URL(platform.publicUrl()).hostname
      if (isIP(own) === 0 && bare(domain) === own) return true
      return (await findSite(db, bare(domain))) !== undefined
    },
    async settingsOf(domain: string): Promise<SiteSettings> {
      return settings((await findSite(db, bare(domain))) ?? null, domain)
    },
    /** The brand of a page while the database does not answer. */
    settingsWithoutDatabase: (domain: string): SiteSettings =>
      brandWithoutDatabase(domain, bare(domain) === new URL(platform.publicUrl()).hostname),
    /** The brand that speaks in mails of a site. */
    async brandOf(siteId: number | null): Promise<SiteBrand> {
      const site = siteId === null ? null : ((await findSiteById(db, siteId)) ?? null)
      const url = site ? `https://${site.domain}` : platform.publicUrl()
      const brand = presentBrand(await decidedOf(site), new URL(url).hostname, {
        sign_up: false,
        password_min_length: platform.passwordMinLength,
        social: { google: null, facebook: null },
        terms: null,
        map_tiles: null,
      })
      return {
        name: brand.name,
        url,
        logo: brand.logo?.startsWith('https://') ? brand.logo : null,
        primaryColor: brand.button_color,
        textColor: brand.text_color,
        headingColor: brand.heading_color,
        from: site?.mail_from ?? platform.mailFrom ?? `no-reply@${new URL(url).hostname}`,
        supportEmail: brand.support_email,
      }
    },
    /** What administrators have decided about the platform's own brand. */
    platformBrand: async () => (await findPlatformBrand(db)) ?? UNDECIDED,
    isBranded: async () => Object.values((await findPlatformBrand(db)) ?? {}).some((value) => value !== null),
    async updatePlatformBrand(actor: Actor, brand: PlatformBrand): Promise<PlatformBrand> {
      await transaction(db, async () => {
        await savePlatformBrand(db, brand)
        const { logo, ...detail } = brand
        recordAudit(db, { accountId: actor.accountId, detail: { ...detail, logo: logo !== null } })
      })
      return brand
    },
    /** What a social sign-in of this site is checked with; null when the vendor is not set up. */
    vendorCredentials: (provider: 'google' | 'facebook', site: SiteRow | null) =>
      vendorCredentials(provider, site, platform, secretBox),
    passwordMinLength: platform.passwordMinLength,
    create: (site: Parameters<typeof insertSite>[1]) => insertSite(db, site),
  }
}

export type SitesService = ReturnType<typeof createSitesService>
