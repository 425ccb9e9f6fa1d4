import * as api from '#contract/branding/domains.ts'
import type { SetupStep } from '#contract/branding/site.ts'
import { setupSteps, showSite, updateSite, uploadSiteImage } from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { DomainsService } from './domains-service.ts'
import { readUploadBytes } from './read-upload-bytes.ts'
import type { SiteEditing } from './site-editing.ts'
import type { SitesService } from './sites-service.ts'

export interface SiteRouteDeps {
  sites: SitesService
  editing: SiteEditing
  domains: DomainsService
  steps(actor: Actor, accountId: number | undefined): Promise<SetupStep[]>
  limits: { verify: RateLimit; images: RateLimit }
}

const found = ({ state, problem, host }: { state: string; problem: string | null; host: string }) =>
  state === 'active' ? `${host} is active` : (problem ?? `${host} was checked`)

export const siteRoutes = ({ sites, editing, domains, steps, limits }: SiteRouteDeps) => [
  publicRoute(siteSettings, ({ body }) => data(sites.settingsOf(body.domain))),
  route(showSite, ({ actor, query }) => data(editing.show(actor, query.account_id))),
  route(updateSite, async ({ actor, query, body }) => ({
    data: await editing.update(actor, query.account_id, body),
    message: 'Brand saved',
  })),
  routeWithLookup(
    uploadSiteImage,
    async ({ actor, query, request }) => {
      await limits.images.consume(String(actor.accountId))
      return editing.drawImage(await readUploadBytes(request), query.kind)
    },
    ({ actor, query }, image) => data(editing.addImage(actor, query.account_id, image)),
  ),
  route(setupSteps, ({ actor, query }) => data(steps(actor, query.account_id))),
  route(api.siteDomains, ({ actor, query }) => data(domains.list(actor, query.account_id))),
  route(api.addDomain, ({ actor, body }) => data(domains.add(actor, body.host, body.account_id))),
  routeWithLookup(
    api.verifyDomain,
    async ({ actor, params, query, body }) => {
      await limits.verify.consume(String(actor.accountId))
      return domains.lookUp(actor, params.host, query.account_id, body?.trust ?? false)
    },
    async ({ actor, body }, lookedUp) => {
      const data = await domains.verify(actor, lookedUp, body?.trust ?? false)
      return { data, message: found(data) }
    },
  ),
  route(api.makePrimaryDomain, async ({ actor, params, query }) => {
    const data = await domains.makePrimary(actor, params.host, query.account_id)
    return { data, message: `Links lead to ${data.host} now` }
  }),
  route(api.removeDomain, async ({ actor, params, query }) => {
    const host = await domains.remove(actor, params.host, query.account_id)
    return { success: true as const, message: `${host} was removed` }
  }),
]
