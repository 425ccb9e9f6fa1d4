export { bounceRoutes } from './bounces-routes.ts'
export { createBouncesService } from './bounces-service.ts'
