export { duplicateRoutes } from './duplicates-routes.ts'
export { createDuplicatesService } from './duplicates-service.ts'
