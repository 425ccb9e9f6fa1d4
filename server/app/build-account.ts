import {
  businessDetailsRoutes,
  createBusinessDetailsService,
} from '#server/modules/business-details/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

/** What an account says about itself and learns about the product. */
export function buildAccount({ db, pool, websiteReading }: Platform) {
  const profiles = createBusinessDetailsService({ db })
  const reads = createRateLimit(pool, { name: 'own-website', points: 20, seconds: 60 * 60 })
  const routes: Route[] = [...businessDetailsRoutes({ profiles, read: websiteReading.readWithPages, reads })]
  return { modules: { profiles }, routes }
}
