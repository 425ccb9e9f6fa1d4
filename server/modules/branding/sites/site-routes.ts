import * as domains from '#contract/branding/domains.ts'
import * as api from '#contract/branding/site.ts'
import { siteSettings } from '#contract/branding/sites.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, publicRoute, route, routeWithLookup } from '#server/platform/http/route.ts'
import {
  addDomain,
  listDomains,
  lookUpDomain,
  makeDomainPrimary,
  removeDomain,
  verifyDomain,
} from './domains.ts'
import { drawImage } from './draw-image.ts'
import { readUploadBytes } from './read-upload-bytes.ts'
import { showSetupSteps } from './setup-steps.ts'
import { addBrandImage, showBrandSettings, updateBrandSettings } from './site-editing.ts'
import { showSiteSettings } from './sites.ts'

const brandImageLimit = defineRateLimit({ name: 'brand-image', points: 120, seconds: 60 * 60 })
const domainVerifyLimit = defineRateLimit({ name: 'domain-verify', points: 120, seconds: 60 * 60 })

const found = ({ state, problem, host }: { state: string; problem: string | null; host: string }) =>
  state === 'active' ? `${host} is active` : (problem ?? `${host} was checked`)

export const siteRoutes = (ctx: Context) => [
  publicRoute(siteSettings, ({ body }) => data(showSiteSettings(ctx, body.domain))),
  route(api.showSite, ({ actor, query }) => data(showBrandSettings(ctx, actor, query.account_id))),
  route(api.updateSite, async ({ actor, query, body }) => ({
    data: await updateBrandSettings(ctx, actor, query.account_id, body),
    message: 'Brand saved',
  })),
  routeWithLookup(
    api.uploadSiteImage,
    async ({ actor, query, request }) => {
      await brandImageLimit.consume(ctx, String(actor.accountId))
      return drawImage(await readUploadBytes(request), query.kind)
    },
    ({ actor, query }, image) => data(addBrandImage(ctx, actor, query.account_id, image)),
  ),
  route(api.setupSteps, ({ actor, query }) => data(showSetupSteps(ctx, actor, query.account_id))),
  route(domains.siteDomains, ({ actor, query }) => data(listDomains(ctx, actor, query.account_id))),
  route(domains.addDomain, ({ actor, body }) => data(addDomain(ctx, actor, body.host, body.account_id))),
  routeWithLookup(
    domains.verifyDomain,
    async ({ actor, params, query, body }) => {
      await domainVerifyLimit.consume(ctx, String(actor.accountId))
      return lookUpDomain(ctx, actor, params.host, query.account_id, body?.trust ?? false)
    },
    async ({ actor, body }, lookedUp) => {
      const data = await verifyDomain(ctx, actor, lookedUp, body?.trust ?? false)
      return { data, message: found(data) }
    },
  ),
  route(domains.makePrimaryDomain, async ({ actor, params, query }) => {
    const data = await makeDomainPrimary(ctx, actor, params.host, query.account_id)
    return { data, message: `Links lead to ${data.host} now` }
  }),
  route(domains.removeDomain, async ({ actor, params, query }) => {
    const host = await removeDomain(ctx, actor, params.host, query.account_id)
    return { success: true as const, message: `${host} was removed` }
  }),
]
