import { canonicalListType } from '#contract/list-types/index.ts'
import { leadNotice } from '#contract/suppression.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { noticeText } from './notice-text.ts'

/** Notices to people whose data did not come from themselves (Article 14 GDPR). */
export const noticeRoutes = ({ db, leads }: { db: Db; leads: LeadsService }) => [
  route(leadNotice, async ({ actor, params }) => {
    const type = canonicalListType(params.type)
    const lead = await leads.show(actor, params.id, type, params.resultId)
    const account = await db
      .selectFrom('account')
      .select('name')
      .where('id', '=', actor.accountId)
      .executeTakeFirstOrThrow()
    return { text: noticeText(account.name, type, lead) }
  }),
]
