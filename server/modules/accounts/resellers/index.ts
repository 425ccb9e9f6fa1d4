import { createReseller, resellers } from '#contract/accounts/resellers.ts'
import { route, routeWithLookup } from '#server/platform/http/route.ts'
import type { ResellersService } from './resellers-service.ts'

export { createResellersService, type ResellersService } from './resellers-service.ts'

export const resellerRoutes = (service: ResellersService) => [
  route(resellers, ({ query }) => service.page(query)),
  routeWithLookup(
    createReseller,
    async ({ actor, body }) => {
      if (body.invite_owner) await service.countInvitation(actor)
    },
    async ({ actor, body }) => ({
      data: await service.create(actor, body),
      message: `${body.brand_name} is now a reseller`,
    }),
  ),
]
