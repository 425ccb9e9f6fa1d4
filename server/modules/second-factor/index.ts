export { secondFactorRoutes } from './second-factor-routes.ts'
export {
  type CallOrigin,
  createSecondFactorService,
  type FactorChange,
  type SecondFactorService,
} from './second-factor-service.ts'
