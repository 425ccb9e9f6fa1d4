import {
  checkLeadFile,
  inspectLeadFile,
  leadImportRejected,
  leadImportResult,
  startLeadImport,
} from '#contract/prospecting/lead-imports.ts'
import { route } from '#server/platform/http/route.ts'
import type { LeadImportsService } from './lead-imports-service.ts'

export { leadImportExecutor } from './lead-import-executor.ts'
export { createLeadImportsService, type LeadImportsService } from './lead-imports-service.ts'
export { rejectedLeadsDownloader } from './rejected-download.ts'

export const leadImportRoutes = (imports: LeadImportsService) => [
  route(inspectLeadFile, async ({ actor, body, signal }) => ({
    data: await imports.inspect(actor, body, signal),
  })),
  route(checkLeadFile, async ({ actor, body, signal }) => ({
    data: await imports.check(actor, body, signal),
  })),
  route(startLeadImport, async ({ actor, body, signal }) => ({
    data: await imports.start(actor, body, signal),
  })),
  route(leadImportResult, async ({ actor, params }) => ({
    data: await imports.result(actor, params.run_id),
  })),
  route(leadImportRejected, async ({ actor, params }) => ({
    data: await imports.rejectedTicket(actor, params.run_id),
  })),
]
