export { eraseEvidence } from './erase-evidence.ts'
export { forgetWebsites } from './forget-websites.ts'
export { websiteRoutes } from './websites-routes.ts'
export { createWebsitesService, type WebsitesService } from './websites-service.ts'
