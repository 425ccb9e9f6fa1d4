import { createReseller, resellers } from '#contract/resellers.ts'
import { route } from '#server/platform/http/route.ts'
import type { ResellersService } from './resellers-service.ts'

export { createResellersService, type ResellersService } from './resellers-service.ts'

export const resellerRoutes = (service: ResellersService) => [
  route(resellers, ({ query }) => service.page(query)),
  route(createReseller, async ({ actor, body }) => ({
    data: await service.create(actor, body),
    message: `${body.brand_name} is a reseller now`,
  })),
]
