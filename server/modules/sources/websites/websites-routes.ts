import { listWebsites, runWebsites } from '#contract/sources/websites.ts'
import type { Context } from '#server/platform/context.ts'
import { route } from '#server/platform/http/route.ts'
import { listListWebsites, listRunWebsites } from './websites.ts'

export const websiteRoutes = (ctx: Context) => [
  route(runWebsites, ({ actor, params, query }) => listRunWebsites(ctx, actor, params.id, query)),
  route(listWebsites, ({ actor, params, query }) => listListWebsites(ctx, actor, params.id, query)),
]
