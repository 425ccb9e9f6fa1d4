import { erasePerson, erasures, previewErasure, showErasure } from '#contract/privacy/suppression.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { ErasureService } from './erasure-service.ts'

export { erasureExecutor } from './erasure-executor.ts'
export { createErasureService, type ErasureService } from './erasure-service.ts'
export { NOT_SEARCHED } from './person-tables.ts'

export const erasureRoutes = (service: ErasureService) => [
  route(previewErasure, async ({ actor, body }) => ({
    data: { removed: await service.preview(actor, body) },
  })),
  route(erasePerson, async ({ actor, body }) => ({
    data: await service.erase(actor, body),
    message: 'Erasure started',
  })),
  route(erasures, ({ actor, query }) => service.page(actor, query)),
  route(showErasure, ({ actor, params }) => data(service.show(actor, params.id))),
]
