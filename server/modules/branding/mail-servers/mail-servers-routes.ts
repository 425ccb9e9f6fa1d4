import * as api from '#contract/branding/mail-server.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { addDkimKey, makeDkimKey } from './dkim-key-changes.ts'
import {
  checkMailServer,
  findMailServerScope,
  recordMailServerChange,
  removeMailServer,
  saveMailServer,
  showMailServer,
} from './mail-servers.ts'
import { testMailContent } from './signals.ts'
import { sendTest } from './test-server.ts'

const mailServerTestLimit = defineRateLimit({ name: 'mail-server-test', points: 60, seconds: 60 * 60 })
const mailServerCheckLimit = defineRateLimit({ name: 'mail-server-check', points: 120, seconds: 60 * 60 })

export const mailServerRoutes = (ctx: Context): Route[] => [
  route(api.showMailServer, ({ actor, query }) => data(showMailServer(ctx, actor, query.account_id))),
  route(api.saveMailServer, async ({ actor, query, body }) => ({
    data: await saveMailServer(ctx, actor, query.account_id, body),
    message: 'Mail server saved',
  })),
  route(api.removeMailServer, async ({ actor, query }) => {
    await removeMailServer(ctx, actor, query.account_id)
    return { success: true as const, message: 'Mail server removed' }
  }),
  routeWithLookup(
    api.testMailServer,
    async ({ actor, query, body }) => {
      await mailServerTestLimit.consume(ctx, String(actor.accountId))
      const scope = await findMailServerScope(ctx, actor, query.account_id)
      const content = await testMailContent.ask(ctx, { siteId: scope.siteId })
      return { accountId: scope.account.id, data: await sendTest(ctx, scope, body.to, content) }
    },
    async ({ actor }, { accountId, data }) => {
      await recordMailServerChange(ctx, actor, accountId, { accepted: data.accepted })
      return { data }
    },
  ),
  routeWithLookup(
    api.createDkimKey,
    ({ actor, query, body }) => makeDkimKey(ctx, actor, query.account_id, body.domain),
    ({ actor, body }, key) => data(addDkimKey(ctx, actor, key, body.rotate ?? false)),
  ),
  routeWithLookup(
    api.checkMailServer,
    async ({ actor, query }) => {
      await mailServerCheckLimit.consume(ctx, String(actor.accountId))
      return checkMailServer(ctx, actor, query.account_id)
    },
    async ({ actor }, { found, changed, result }) => {
      await recordMailServerChange(ctx, actor, found.account.id, { domain: result.domain, changed })
      return { data: result }
    },
  ),
]
