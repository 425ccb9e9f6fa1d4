import { erasePerson, erasures, previewErasure } from '#contract/suppression.ts'
import { route } from '#server/platform/http/route.ts'
import type { ErasureService } from './erasure-service.ts'

export { createErasureService, type ErasureService } from './erasure-service.ts'

export const erasureRoutes = (service: ErasureService) => [
  route(previewErasure, async ({ actor, body }) => ({
    data: { removed: await service.preview(actor, body) },
  })),
  route(erasePerson, async ({ actor, body }) => ({
    data: await service.erase(actor, body),
    message: 'Person erased',
  })),
  route(erasures, ({ actor, query }) => service.page(actor, query)),
]
