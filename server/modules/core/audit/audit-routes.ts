import { auditLog, auditState, exportAuditLog } from '#contract/core/audit-log.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { AuditLog } from './audit-log.ts'

export const auditRoutes = (log: AuditLog) => [
  route(auditLog, ({ actor, query }) => log.page(actor, query)),
  route(exportAuditLog, ({ actor, body }) => data(log.export(actor, body))),
  route(auditState, ({ actor }) => data(log.state(actor))),
]
