import { defineModule } from '#server/platform/module.ts'
import { createWebsiteSource } from '#server/providers/lead-sources/index.ts'
import { forgetWebsites } from './forget-websites.ts'
import { createWebsiteEvidence } from './website-evidence.ts'
import { websiteRoutes } from './websites-routes.ts'

export const websitesModule = defineModule({
  routes: websiteRoutes,
  leadSources: ({ websiteReading }) => [createWebsiteSource(websiteReading)],
  evidenceStores: (ctx) => [createWebsiteEvidence(ctx)],
  housekeeping: (ctx) => ({ websites: () => forgetWebsites(ctx.db) }),
})

export { eraseEvidence } from './erase-evidence.ts'
export { forgetWebsites } from './forget-websites.ts'
export { findNewestReport, listUnreadWebsites } from './websites.ts'
