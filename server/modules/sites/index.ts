import { siteSettings } from '#contract/sites.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { SitesService } from './sites-service.ts'

export { barePlatform, type SitePlatform } from './site-platform.ts'
export { createSitesService, type SiteBrand, type SitesService } from './sites-service.ts'
export type { SiteRow } from './sites-store.ts'
export { type VendorCredentials, vendorContext } from './social-settings.ts'

export const siteRoutes = (sites: SitesService) => [
  publicRoute(siteSettings, async ({ body }) => ({ data: await sites.settingsOf(body.domain) })),
]
