import * as api from '#contract/branding/mail-server.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { MailSenders } from './mail-senders.ts'
import type { MailServersService } from './mail-servers-service.ts'
import { sendTest, type TestContent } from './test-server.ts'

export interface MailServerRouteDeps {
  servers: MailServersService
  senders: MailSenders
  testContent(siteId: number | null): Promise<TestContent>
  limits: { test: RateLimit; check: RateLimit }
}

export const mailServerRoutes = (deps: MailServerRouteDeps): Route[] => {
  const { servers, senders, testContent, limits } = deps
  return [
    route(api.showMailServer, ({ actor, query }) => data(servers.show(actor, query.account_id))),
    route(api.saveMailServer, async ({ actor, query, body }) => ({
      data: await servers.save(actor, query.account_id, body),
      message: 'Mail server saved',
    })),
    route(api.removeMailServer, async ({ actor, query }) => {
      await servers.remove(actor, query.account_id)
      return { success: true as const, message: 'Mail server removed' }
    }),
    routeWithLookup(
      api.testMailServer,
      async ({ actor, query, body }) => {
        await limits.test.consume(String(actor.accountId))
        const { account, site, isPlatform, brand } = await servers.find(actor, query.account_id)
        const [sender] = await senders.ofAccount(account.id, brand)
        const content = await testContent(isPlatform ? null : (site?.id ?? null))
        if (!sender) throw new Error('An account has no way to send mail')
        return { accountId: account.id, data: await sendTest(brand, sender, body.to, content) }
      },
      async ({ actor }, { accountId, data }) => {
        await servers.record(actor, accountId, { accepted: data.accepted })
        return { data }
      },
    ),
    routeWithLookup(
      api.createDkimKey,
      ({ actor, query, body }) => servers.newKey(actor, query.account_id, body.domain),
      ({ actor, body }, key) => data(servers.addKey(actor, key, body.rotate ?? false)),
    ),
    routeWithLookup(
      api.checkMailServer,
      async ({ actor, query }) => {
        await limits.check.consume(String(actor.accountId))
        return servers.check(actor, query.account_id)
      },
      async ({ actor }, { found, changed, result }) => {
        await servers.record(actor, found.account.id, { domain: result.domain, changed })
        return { data: result }
      },
    ),
  ]
}
