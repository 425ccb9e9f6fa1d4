import type { GooglePopupType, SiteSettings } from '#contract/branding/sites.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The installation's own addresses and sign-in clients. */
    site: SitePlatform
  }
}

/** The operator's settings for all sites; a site may override those its table has a column for. */
export interface SitePlatform {
  /** Origin of links where a site has no domain, without a trailing slash. Never taken from a request. */
  publicUrl(): string
  /** Shared domains in lower case: the platform's own, and the unbranded one for resellers' customers. */
  mainSuiteDomain: string | null
  whiteLabelSuiteDomain: string | null
  /** Sender address; derived from the link's host when not set. */
  mailFrom: string | null
  passwordMinLength: number
  google: { clientId: string; clientSecret: string | null; popupType: GooglePopupType } | null
  facebook: { appId: string; appSecret: string; pageView: boolean } | null
  facebookVersion: string
  /** Map tiles; null shows outlines of countries. */
  mapTiles: SiteSettings['map_tiles']
}
