import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { leadNotice, leadNotices } from '#contract/privacy/suppression.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { noticeText } from './notice-text.ts'
import { controllerOf, NOTICES, type NoticesDeps, type NoticesInput } from './notices-download.ts'

export { noticesDownloader } from './notices-download.ts'

/** Notices to people whose data did not come from themselves (Article 14 GDPR). */
export const noticeRoutes = ({ tickets, ...deps }: NoticesDeps & { tickets: TicketsService }) => [
  route(leadNotice, async ({ actor, params }) => {
    const type = canonicalListType(params.type)
    const lead = await deps.leads.show(actor, params.id, type, params.resultId)
    return { text: noticeText(await controllerOf(deps, actor.accountId), type, lead) }
  }),
  route(leadNotices, async ({ actor, params, body }) => {
    const { db, leads } = deps
    const type = canonicalListType(params.type)
    const scope = await leads.scopeOf(actor, params.id, type)
    const ids = await leads.idsOf(scope, body.selection)
    const filename = `notices-list-${params.id}.csv`
    const data = await transaction(db, async () => {
      recordAudit(db, {
        accountId: actor.accountId,
        subject: `list:${params.id}`,
        detail: { filename, count: ids.length },
      })
      const input: NoticesInput = { scope, ids, filename }
      return tickets.issue(actor, NOTICES, input as unknown as Record<string, unknown>)
    })
    return { data: { ...data, run_id: null, total: ids.length, filename } }
  }),
]
