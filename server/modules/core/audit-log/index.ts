import { auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { auditFile, listAuditLog, requestAuditExport, showAuditState } from './audit-log.ts'

const auditLogRoutes = (ctx: Context) => [
  route(auditLog, ({ actor, query }) => listAuditLog(ctx, actor, query)),
  route(exportAuditLog, ({ actor, body }) => data(requestAuditExport(ctx, actor, body))),
  route(auditState, ({ actor }) => data(showAuditState(ctx, actor))),
]

export const auditLogModule = defineModule({
  routes: auditLogRoutes,
  downloaders: (ctx) => [auditFile.downloader(ctx)],
})
