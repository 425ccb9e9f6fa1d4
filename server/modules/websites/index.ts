export { websiteRoutes } from './websites-routes.ts'
export { createWebsitesService, type WebsitesService } from './websites-service.ts'
