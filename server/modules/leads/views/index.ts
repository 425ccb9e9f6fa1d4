import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/leads/views.ts'
import { route } from '#server/platform/http/route.ts'
import type { ViewsService } from './views-service.ts'

export { createViewsService } from './views-service.ts'
export { removeOldViews } from './views-store.ts'

export const viewRoutes = (views: ViewsService) => [
  route(api.leadViews, ({ actor, query }) => views.list(actor, canonicalListType(query.type))),
  route(api.createLeadView, async ({ actor, body }) => ({
    data: await views.create(actor, { ...body, type: canonicalListType(body.type) }),
    message: 'View saved',
  })),
  route(api.changeLeadView, async ({ actor, params, body }) => ({
    data: await views.change(actor, params.id, body),
    message: body.name ? 'View renamed' : 'View saved',
  })),
  route(api.deleteLeadView, async ({ actor, params }) => {
    await views.remove(actor, params.id)
    return { success: true as const, message: 'View deleted' }
  }),
  route(api.restoreLeadView, async ({ actor, params }) => ({
    data: await views.restore(actor, params.id),
    message: 'View restored',
  })),
  route(api.chooseLeadView, async ({ actor, body }) => {
    const { type, ...choice } = body
    await views.choose(actor, canonicalListType(type), choice)
    return { success: true as const }
  }),
]
