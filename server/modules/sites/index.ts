import { platformBrand, siteSettings, updatePlatformBrand } from '#contract/sites.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import type { SitesService } from './sites-service.ts'

export { barePlatform, type SitePlatform } from './site-platform.ts'
export { createSitesService, type SiteBrand, type SitesService } from './sites-service.ts'
export type { SiteRow } from './sites-store.ts'
export { type VendorCredentials, vendorContext } from './social-settings.ts'

export const siteRoutes = (sites: SitesService) => [
  publicRoute(siteSettings, async ({ body }) => ({ data: await sites.settingsOf(body.domain) })),
  route(platformBrand, async () => ({ data: await sites.platformBrand() })),
  route(updatePlatformBrand, async ({ actor, body }) => ({
    data: await sites.updatePlatformBrand(actor, body),
    message: 'Brand saved',
  })),
]
