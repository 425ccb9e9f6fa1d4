import { defineModule } from '#server/platform/module.ts'
import { checkAfterSearch, checkFoundJob } from './check-found.ts'
import { checkWebsitesExecutor } from './check-websites-executor.ts'
import { enrichmentRoutes } from './enrichment-routes.ts'
import { findEmailsExecutor } from './find-emails-executor.ts'
import { getEmployeesExecutor } from './get-employees-executor.ts'

export const enrichmentModule = defineModule({
  routes: enrichmentRoutes,
  on: [checkAfterSearch],
  jobs: (ctx) => [checkFoundJob(ctx)],
  executors: (ctx) => [findEmailsExecutor(ctx), getEmployeesExecutor(ctx), checkWebsitesExecutor(ctx)],
})

export {
  countMissed,
  finishItems,
  type ItemOutcome,
  insertItems,
  markRemaining,
  openItems,
} from './enrichment-store.ts'
export { leadToEnrich } from './lead-to-enrich.ts'
export { findCompanyDomain } from './plan-enrichment.ts'
export { findCheckPrice, findEmailPrice } from './quote-enrichment.ts'
export { readSignals } from './read-signals.ts'
export { startCheckWebsites, startFindEmails } from './start-enrichment.ts'
