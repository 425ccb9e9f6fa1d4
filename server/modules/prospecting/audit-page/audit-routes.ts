import * as api from '#contract/prospecting/audits.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { data, publicRoute, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { showReportState } from './audit-pages.ts'
import { createAudit, deleteAudit, limitMember, listAudits } from './members-audits.ts'
import { saveAuditPage, showAuditPage } from './page-settings.ts'
import { makeAuditChallenge, requestAudit } from './request-audit.ts'

export const auditRoutes = (ctx: Context): Route[] => [
  route(api.auditPage, ({ actor }) => data(showAuditPage(ctx, actor))),
  route(api.saveAuditPage, async ({ actor, body }) => ({
    data: await saveAuditPage(ctx, actor, body),
    message: 'Audit page saved',
  })),
  route(api.audits, async ({ actor, query }) => {
    const { data: rows, total } = await listAudits(ctx, actor, query)
    return pageReply(rows, query, total)
  }),
  routeWithLookup(
    api.createAudit,
    ({ actor }) => limitMember(ctx, actor),
    async ({ actor, body }) => ({
      data: await createAudit(ctx, actor, body),
      message: 'The report is ready within 20 seconds',
    }),
  ),
  route(api.deleteAudit, async ({ actor, params }) => {
    await deleteAudit(ctx, actor, params.id)
    return { success: true as const, message: 'Audit deleted' }
  }),
  publicRoute(api.auditChallenge, ({ host, ip, query }) =>
    data(makeAuditChallenge(ctx, { host, ip, lang: query.lang ?? 'en' })),
  ),
  publicRoute(api.requestAudit, async ({ host, ip, body }) => ({
    data: { address: await requestAudit(ctx, { host, ip }, body) },
  })),
  publicRoute(api.auditReportState, ({ host, params }) => data(showReportState(ctx, host, params.token))),
]
