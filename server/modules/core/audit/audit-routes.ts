import { auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import { route } from '#server/platform/http/route.ts'
import type { AuditLog } from './audit-log.ts'

export const auditRoutes = (log: AuditLog) => [
  route(auditLog, ({ actor, query }) => log.page(actor, query)),
  route(exportAuditLog, async ({ actor, body }) => ({ data: await log.export(actor, body) })),
  route(auditState, async ({ actor }) => ({ data: await log.state(actor) })),
]
