import {
  businessDetailsRoutes,
  createBusinessDetailsService,
} from '#server/modules/business-details/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { createTrainingService, trainingRoutes } from '#server/modules/training/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

interface Parts {
  sites: Pick<SitesService, 'settingsOf'>
}

/** What an account says about itself and learns about the product. */
export function buildAccount({ db, pool, websiteReading }: Platform, { sites }: Parts) {
  const profiles = createBusinessDetailsService({ db })
  const reads = createRateLimit(pool, { name: 'own-website', points: 20, seconds: 60 * 60 })
  const training = createTrainingService({
    db,
    isShown: async (host) => (await sites.settingsOf(host)).show_training_center,
  })
  const routes: Route[] = [
    ...businessDetailsRoutes({ profiles, read: websiteReading.readWithPages, reads }),
    ...trainingRoutes(training),
  ]
  return { modules: { profiles }, routes }
}
