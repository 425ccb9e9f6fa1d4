import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { leadNotice, leadNotices } from '#contract/privacy/suppression.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import { findLeadIds, findLeadScope, showLead } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { noticeText } from './notice-text.ts'
import { findController, NOTICES, type NoticesInput, noticesDownloader } from './notices-download.ts'

/** Notices to people whose data did not come from themselves (Article 14 GDPR). */
const noticeRoutes = (ctx: Context) => [
  route(leadNotice, async ({ actor, params }) => {
    const type = canonicalListType(params.type)
    const lead = await showLead(ctx, actor, params.id, type, params.resultId)
    return { text: noticeText(await findController(ctx, actor.accountId), type, lead) }
  }),
  route(leadNotices, async ({ actor, params, body }) => {
    const type = canonicalListType(params.type)
    const scope = await findLeadScope(ctx, actor, params.id, type)
    const ids = await findLeadIds(ctx, scope, body.selection)
    const filename = `notices-list-${params.id}.csv`
    const data = await transaction(ctx.db, async () => {
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `list:${params.id}`,
        detail: { filename, count: ids.length },
      })
      const input: NoticesInput = { scope, ids, filename }
      return issueTicket(ctx, actor, NOTICES, input as unknown as Record<string, unknown>)
    })
    return { data: { ...data, run_id: null, total: ids.length, filename } }
  }),
]

export const noticesModule = defineModule({
  routes: noticeRoutes,
  downloaders: (ctx) => [noticesDownloader(ctx)],
})
