import { NEW_BRAND, PLATFORM_BRAND } from '#contract/default-brand.ts'
import type { SiteSettings } from '#contract/sites.ts'
import type { SiteRow } from './sites-store.ts'

/** What is shown while nobody can say whose domain it is: the product's name stands on its own domain only. */
export const brandWithoutDatabase = (domain: string, isOwn: boolean): SiteSettings => ({
  ...(isOwn ? PLATFORM_BRAND : NEW_BRAND),
  domain,
})

/** What of a brand is decided elsewhere than in the site's own row. */
export type BrandFacts = Pick<SiteSettings, 'sign_up' | 'password_min_length' | 'social' | 'terms'>

/** A site's brand; what it leaves open is that of a new brand, and where there is no site, the platform's own. */
export function presentSite(site: SiteRow | null, domain: string, facts: BrandFacts): SiteSettings {
  const own = Object.fromEntries(Object.entries(site ?? {}).filter(([, value]) => value !== null))
  const brand = { ...(site ? NEW_BRAND : PLATFORM_BRAND), domain, ...own, ...facts }
  const known = Object.keys(PLATFORM_BRAND) as (keyof SiteSettings)[]
  return Object.fromEntries(known.map((key) => [key, brand[key]])) as unknown as SiteSettings
}
