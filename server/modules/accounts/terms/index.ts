export { termsRoutes } from './terms-routes.ts'
export { createTermsService, type TermsService } from './terms-service.ts'
