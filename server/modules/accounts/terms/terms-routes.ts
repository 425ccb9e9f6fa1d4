import * as api from '#contract/identity/me.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, type Route, route } from '#server/platform/http/route.ts'
import { acceptTermsOnSite, publishTerms, showTerms } from './terms.ts'

/** Terms of the site that is called: read, accept, publish. */
export const termsRoutes = (ctx: Context): Route[] => [
  publicRoute(api.terms, ({ host }) => data(showTerms(ctx, host))),
  route(api.acceptTerms, async ({ actor, body, ip, host, userAgent }) => ({
    data: await acceptTermsOnSite(ctx, actor, body.version, { ip, host, userAgent }),
    message: 'Terms accepted.',
  })),
  route(api.publishTerms, ({ actor, body }) => data(publishTerms(ctx, actor, body))),
]
