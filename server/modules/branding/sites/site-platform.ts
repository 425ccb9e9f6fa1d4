import type { GooglePopupType, SiteSettings } from '#contract/branding/sites.ts'

/** What the operator's environment says about all sites; a site may say otherwise where its table has a column. */
export interface SitePlatform {
  /** Origin of links where a site has no domain of its own, without a slash at the end. Never taken from a request. */
  publicUrl(): string
  /** Shared domains in lower case: the platform's own, and that of resellers' customers, which names nobody. */
  mainSuiteDomain: string | null
  whiteLabelSuiteDomain: string | null
  /** Address that mail comes from; made from the link's host when not set. */
  mailFrom: string | null
  passwordMinLength: number
  google: { clientId: string; clientSecret: string | null; popupType: GooglePopupType } | null
  facebook: { appId: string; appSecret: string; pageView: boolean } | null
  facebookVersion: string
  /** Pictures under every map; null shows outlines of countries. */
  mapTiles: SiteSettings['map_tiles']
}
