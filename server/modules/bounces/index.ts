export { bounceRoutes } from './bounces-routes.ts'
export { type BouncesService, createBouncesService } from './bounces-service.ts'
