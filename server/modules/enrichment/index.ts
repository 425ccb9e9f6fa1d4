export { enrichmentRoutes } from './enrichment-routes.ts'
export { createEnrichmentService, type EnrichmentService } from './enrichment-service.ts'
export { findEmailsExecutor } from './find-emails-executor.ts'
export { getEmployeesExecutor } from './get-employees-executor.ts'
