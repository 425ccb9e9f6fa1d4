import * as api from '#contract/prospecting/lead-imports.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { LeadImportsService } from './lead-imports-service.ts'

export { leadImportExecutor } from './lead-import-executor.ts'
export { createLeadImportsService, type LeadImportsService } from './lead-imports-service.ts'
export { rejectedLeadsDownloader } from './rejected-download.ts'

export const leadImportRoutes = (imports: LeadImportsService) => [
  route(api.inspectLeadFile, ({ actor, body, signal }) => data(imports.inspect(actor, body, signal))),
  route(api.checkLeadFile, ({ actor, body, signal }) => data(imports.check(actor, body, signal))),
  route(api.startLeadImport, ({ actor, body, signal }) => data(imports.start(actor, body, signal))),
  route(api.leadImportResult, ({ actor, params }) => data(imports.result(actor, params.run_id))),
  route(api.leadImportRejected, ({ actor, params }) => data(imports.rejectedTicket(actor, params.run_id))),
]
