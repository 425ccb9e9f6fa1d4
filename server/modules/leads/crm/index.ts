import { defineModule } from '#server/platform/module.ts'
import { crmExecutors } from './crm-executor.ts'
import { crmRoutes } from './crm-routes.ts'
import { forgetGoneLeads } from './ledger-store.ts'

export { findOwnConnection } from './connections.ts'
export { sentEntities } from './ledger-store.ts'
export { pushLeads } from './push-leads.ts'

export const crmModule = defineModule({
  routes: (ctx) => crmRoutes(ctx),
  executors: (ctx) => crmExecutors(ctx),
  housekeeping: (ctx) => ({ leads: () => forgetGoneLeads(ctx.db) }),
})
