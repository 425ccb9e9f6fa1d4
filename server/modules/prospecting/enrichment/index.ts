export { enrichmentRoutes } from './enrichment-routes.ts'
export { createEnrichmentService, type EnrichmentService } from './enrichment-service.ts'
export {
  countMissed,
  finishItems,
  type ItemOutcome,
  insertItems,
  markRemaining,
  openItems,
} from './enrichment-store.ts'
export { findEmailsExecutor } from './find-emails-executor.ts'
export { getEmployeesExecutor } from './get-employees-executor.ts'
export { leadToEnrich } from './lead-to-enrich.ts'
export { companyDomainOf } from './plan-enrichment.ts'
