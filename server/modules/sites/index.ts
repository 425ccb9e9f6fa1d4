import { askDomain, platformBrand, siteSettings, updatePlatformBrand } from '#contract/sites.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import type { SitesService } from './sites-service.ts'

export { barePlatform, type SitePlatform } from './site-platform.ts'
export { createSitesService, type SiteBrand, type SitesService } from './sites-service.ts'
export type { SiteRow } from './sites-store.ts'
export { type VendorCredentials, vendorContext } from './social-settings.ts'

/**
 * @param misses counts questions about domains that are not served here. Those about the others are never refused:
 *   a proxy asks again for each name that it does not hold in memory, and would serve nobody.
 */
export const siteRoutes = (sites: SitesService, misses: RateLimit) => [
  publicRoute(siteSettings, async ({ body }) => ({ data: await sites.settingsOf(body.domain) })),
  publicRoute(askDomain, async ({ query, ip }) => {
    if (!(await sites.serves(query.domain))) {
      await misses.consume(ip)
      throw notFound('The domain')
    }
    return { data: { domain: query.domain } }
  }),
  route(platformBrand, async () => ({ data: await sites.platformBrand() })),
  route(updatePlatformBrand, async ({ actor, body }) => ({
    data: await sites.updatePlatformBrand(actor, body),
    message: 'Brand saved',
  })),
]
