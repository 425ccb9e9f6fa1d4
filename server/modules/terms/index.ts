export { termsRoutes } from './terms-routes.ts'
export { createTermsService, type TermsNotice, type TermsService } from './terms-service.ts'
