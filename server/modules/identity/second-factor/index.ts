export { secondFactorRoutes } from './second-factor-routes.ts'
export { createSecondFactorService, type SecondFactorService } from './second-factor-service.ts'
