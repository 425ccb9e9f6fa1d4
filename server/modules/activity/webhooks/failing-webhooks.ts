import { type FailingWebhook, failingWebhooks } from '#contract/activity/failing-webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'
import { type FailingQuery, type FailingView, listFailing } from './failing-webhooks-reads.ts'
import { presentLast } from './present-webhook.ts'

const present = (row: FailingView): FailingWebhook => ({
  ...pick(row, 'id', 'name', 'events', 'origin', 'off_reason'),
  host: new URL(row.url).host,
  account: { id: row.account_id, name: row.account_name },
  owner: row.owner_email,
  active: row.is_active,
  off_at: row.off_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  last_delivery: presentLast(row),
  created_at: row.created_at.toISOString(),
})

async function pageOfFailingWebhooks(ctx: Context, query: FailingQuery) {
  const { rows, total } = await listFailing(ctx.db, query)
  return pageReply(rows.map(present), query, total)
}

export const failingWebhookRoutes = (ctx: Context): Route[] => [
  route(failingWebhooks, ({ query }) => pageOfFailingWebhooks(ctx, query)),
]
