import { defineModule } from '#server/platform/module.ts'
import { auditPageKitPart } from './audit-page-kit.ts'
import { addAuditPages } from './audit-pages.ts'
import { auditRoutes } from './audit-routes.ts'
import { removeExpired } from './audits-store.ts'
import { readAuditJob } from './read-audit.ts'
import { sendAfterConfirmation } from './request-audit.ts'

export const auditPageModule = defineModule({
  routes: auditRoutes,
  publicPages: addAuditPages,
  kitParts: [auditPageKitPart],
  jobs: (ctx) => [readAuditJob(ctx)],
  on: [sendAfterConfirmation],
  housekeeping: (ctx) => ({ 'expired audits': () => removeExpired(ctx.db) }),
})
