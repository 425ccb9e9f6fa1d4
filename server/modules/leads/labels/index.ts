export { labelRoutes } from './labels-routes.ts'
export { createLabelsService, type LabelsService } from './labels-service.ts'
