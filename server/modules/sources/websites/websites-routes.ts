import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import { route } from '#server/platform/http/route.ts'
import type { WebsitesService } from './websites-service.ts'

export const websiteRoutes = (websites: WebsitesService) => [
  route(runWebsites, ({ actor, params, query }) => websites.pageOfRun(actor, params.id, query)),
  route(listWebsites, ({ actor, params, query }) => websites.pageOfList(actor, params.id, query)),
]
