import { siteSettings } from '#contract/sites.ts'
import type { Db } from '#server/platform/db/db.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { defaultBrand, presentSite } from './present-site.ts'
import { findSite, insertSite } from './sites-store.ts'

export { defaultBrand } from './present-site.ts'
export type { SiteRow } from './sites-store.ts'

export type SitesService = ReturnType<typeof createSitesService>

/** Brands by domain. A port on the domain is ignored. */
export function createSitesService({ db }: { db: Db }) {
  const bare = (domain: string) => domain.trim().replace(/:\d+$/, '').toLowerCase()
  return {
    /** The verified site of a Host, or null on a shared or unknown domain. */
    ofHost: async (host: string) => (await findSite(db, bare(host))) ?? null,
    async settingsOf(domain: string) {
      const site = await findSite(db, bare(domain))
      return site ? presentSite(site) : defaultBrand(domain)
    },
    create: (site: Parameters<typeof insertSite>[1]) => insertSite(db, site),
  }
}

export const siteRoutes = (sites: SitesService) => [
  publicRoute(siteSettings, async ({ body }) => ({ data: await sites.settingsOf(body.domain) })),
]
