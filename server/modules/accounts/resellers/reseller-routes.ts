import * as api from '#contract/accounts/resellers.ts'
import { countInvitation } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { createReseller } from './create-reseller.ts'
import { listResellers } from './resellers.ts'

export const resellerRoutes = (ctx: Context): Route[] => [
  route(api.resellers, ({ query }) => listResellers(ctx, query)),
  routeWithLookup(
    api.createReseller,
    async ({ actor, body }) => {
      if (body.invite_owner) await countInvitation.ask(ctx, { actor })
    },
    async ({ actor, body }) => ({
      data: await createReseller(ctx, actor, body),
      message: `${body.brand_name} is now a reseller`,
    }),
  ),
]
