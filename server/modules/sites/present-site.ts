import { NEW_BRAND, PLATFORM_BRAND } from '#contract/default-brand.ts'
import type { SiteSettings } from '#contract/sites.ts'
import type { SiteRow } from './sites-store.ts'

/** What is shown while nobody can say whose domain it is: the product's name stands on its own domain only. */
export const brandWithoutDatabase = (domain: string, isOwn: boolean): SiteSettings => ({
  ...(isOwn ? PLATFORM_BRAND : NEW_BRAND),
  domain,
})

/** What of a brand is decided elsewhere than in the site's own row. */
export type BrandFacts = Pick<
  SiteSettings,
  'sign_up' | 'password_min_length' | 'social' | 'terms' | 'map_tiles'
>

/** A brand, of a site or of the platform itself: what was decided about it, and a default for the rest. */
export function presentBrand(
  brand: { decided: Partial<SiteRow> | null; otherwise: Readonly<SiteSettings> },
  domain: string,
  facts: BrandFacts,
): SiteSettings {
  const own = Object.fromEntries(Object.entries(brand.decided ?? {}).filter(([, value]) => value !== null))
  const whole = { ...brand.otherwise, domain, ...own, ...facts }
  const known = Object.keys(PLATFORM_BRAND) as (keyof SiteSettings)[]
  return Object.fromEntries(known.map((key) => [key, whole[key]])) as unknown as SiteSettings
}
