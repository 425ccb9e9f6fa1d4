import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import type { Context } from '#server/platform/context.ts'
import { route } from '#server/platform/http/route.ts'
import { pageOfListWebsites, pageOfRunWebsites } from './websites-service.ts'

export const websiteRoutes = (ctx: Context) => [
  route(runWebsites, ({ actor, params, query }) => pageOfRunWebsites(ctx, actor, params.id, query)),
  route(listWebsites, ({ actor, params, query }) => pageOfListWebsites(ctx, actor, params.id, query)),
]
