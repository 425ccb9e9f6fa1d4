import * as api from '#contract/prospecting/lead-imports.ts'
import { route } from '#server/platform/http/route.ts'
import type { LeadImportsService } from './lead-imports-service.ts'

export { leadImportExecutor } from './lead-import-executor.ts'
export { createLeadImportsService, type LeadImportsService } from './lead-imports-service.ts'
export { rejectedLeadsDownloader } from './rejected-download.ts'

export const leadImportRoutes = (imports: LeadImportsService) => [
  route(api.inspectLeadFile, async ({ actor, body, signal }) => ({
    data: await imports.inspect(actor, body, signal),
  })),
  route(api.checkLeadFile, async ({ actor, body, signal }) => ({
    data: await imports.check(actor, body, signal),
  })),
  route(api.startLeadImport, async ({ actor, body, signal }) => ({
    data: await imports.start(actor, body, signal),
  })),
  route(api.leadImportResult, async ({ actor, params }) => ({
    data: await imports.result(actor, params.run_id),
  })),
  route(api.leadImportRejected, async ({ actor, params }) => ({
    data: await imports.rejectedTicket(actor, params.run_id),
  })),
]
