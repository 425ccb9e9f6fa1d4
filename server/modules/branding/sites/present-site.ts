import { DEFAULT_BRAND } from '#contract/branding/default-brand.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { CRMS } from '#contract/core/crms/index.ts'
import type { SiteRow } from './sites-store.ts'

/** The default brand, with every CRM. */
export const NEUTRAL_BRAND: Readonly<SiteSettings> = { ...DEFAULT_BRAND, crms: [...CRMS] }

/** The installation's default brand: the product's own. Shown on its own hosts only. */
export const PRODUCT_BRAND: Readonly<SiteSettings> = { ...NEUTRAL_BRAND, name: 'Leadwright' }

/** Parts of a brand stored outside the site's row. */
export type BrandFacts = Pick<
  SiteSettings,
  'sign_up' | 'password_min_length' | 'social' | 'terms' | 'map_tiles'
>

/** Changes with the icon, so that browsers reload it. */
const iconPath = (site: Partial<SiteRow> | null): string =>
  site?.icon ?? `/site-icon?v=${site?.updated_at?.getTime() ?? 0}`

/** A brand, of a site or the platform: its settings, with defaults for the rest. */
export function presentBrand(
  brand: { decided: Partial<SiteRow> | null; otherwise: Readonly<SiteSettings> },
  domain: string,
  facts: BrandFacts,
): SiteSettings {
  const { decided } = brand
  const own = Object.fromEntries(Object.entries(decided ?? {}).filter(([, value]) => value !== null))
  const chat =
    decided?.chat_vendor && decided.chat_app_id
      ? { vendor: decided.chat_vendor, app_id: decided.chat_app_id }
      : null
  const whole = { ...brand.otherwise, domain, ...own, ...facts, chat, icon: iconPath(decided) }
  const known = Object.keys(DEFAULT_BRAND) as (keyof SiteSettings)[]
  return Object.fromEntries(known.map((key) => [key, whole[key]])) as unknown as SiteSettings
}
