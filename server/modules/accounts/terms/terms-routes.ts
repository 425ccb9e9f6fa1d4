import { acceptTerms, publishTerms, terms } from '#contract/identity/me.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import type { TermsService } from './terms-service.ts'

/** Terms of the site that is called: read, accept, publish. */
export const termsRoutes = (service: TermsService) => [
  publicRoute(terms, ({ host }) => data(service.show(host))),
  route(acceptTerms, async ({ actor, body, ip, host, userAgent }) => ({
    data: await service.acceptOnSite(actor, body.version, { ip, host, userAgent }),
    message: 'Terms accepted.',
  })),
  route(publishTerms, ({ actor, body }) => data(service.publish(actor, body))),
]
