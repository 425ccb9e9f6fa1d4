import { BRAND_COLORS, CRMS, DEFAULT_WHITE_LABEL_NAME, PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import type { SiteSettings } from '#contract/sites.ts'
import type { SiteRow } from './sites-store.ts'

/** The default brand of spec section 9, for a domain that nobody has branded. */
export const defaultBrand = (domain: string): SiteSettings => ({
  name: DEFAULT_WHITE_LABEL_NAME,
  domain,
  script: null,
  logo: null,
  content: null,
  login_page_bg_color: '#FFFFFF',
  sidebar_background_color: '#FFFFFF',
  button_color: BRAND_COLORS.primary,
  secondary_color: BRAND_COLORS.secondary,
  text_color: BRAND_COLORS.text,
  heading_color: BRAND_COLORS.heading,
  crms: [...CRMS],
  menu: [],
  show_training_center: true,
  support_email: null,
  sign_up: false,
  password_min_length: PASSWORD_MIN_LENGTH,
  social: { google: null, facebook: null },
  terms: null,
})

/** What of a brand is decided elsewhere than in the site's own row. */
export type BrandFacts = Pick<SiteSettings, 'sign_up' | 'password_min_length' | 'social' | 'terms'>

/** A brand, of a site or of the platform itself; what it leaves open is the default. */
export function presentSite(site: Partial<SiteRow> | null, domain: string, facts: BrandFacts): SiteSettings {
  const own = Object.fromEntries(Object.entries(site ?? {}).filter(([, value]) => value !== null))
  const brand = { ...defaultBrand(site?.domain ?? domain), ...own, ...facts }
  const known = Object.keys(defaultBrand('')) as (keyof SiteSettings)[]
  return Object.fromEntries(known.map((key) => [key, brand[key]])) as unknown as SiteSettings
}
