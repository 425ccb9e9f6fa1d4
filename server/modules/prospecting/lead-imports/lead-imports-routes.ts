import * as api from '#contract/prospecting/lead-imports.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { checkImport, inspectImport } from './check-files.ts'
import { issueRejectedLeads, showImportResult } from './import-results.ts'
import { startImport } from './start-import.ts'

export const leadImportRoutes = (ctx: Context): Route[] => [
  route(api.inspectLeadFile, ({ actor, body, signal }) => data(inspectImport(ctx, actor, body, signal))),
  route(api.checkLeadFile, ({ actor, body, signal }) => data(checkImport(ctx, actor, body, signal))),
  route(api.startLeadImport, ({ actor, body, signal }) => data(startImport(ctx, actor, body, signal))),
  route(api.leadImportResult, ({ actor, params }) => data(showImportResult(ctx, actor, params.run_id))),
  route(api.leadImportRejected, ({ actor, params }) => data(issueRejectedLeads(ctx, actor, params.run_id))),
]
