import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/leads/views.ts'
import type { Context } from '#server/platform/context.ts'
import { route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { changeView, chooseView, createView, listViews, removeView, restoreView } from './views.ts'
import { viewsKitPart } from './views-kit.ts'
import { removeOldViews } from './views-store.ts'

export { appendColumns } from './append-columns.ts'

const viewRoutes = (ctx: Context) => [
  route(api.leadViews, ({ actor, query }) => listViews(ctx, actor, canonicalListType(query.type))),
  route(api.createLeadView, async ({ actor, body }) => ({
    data: await createView(ctx, actor, { ...body, type: canonicalListType(body.type) }),
    message: 'View saved',
  })),
  route(api.changeLeadView, async ({ actor, params, body }) => ({
    data: await changeView(ctx, actor, params.id, body),
    message: body.name ? 'View renamed' : 'View saved',
  })),
  route(api.deleteLeadView, async ({ actor, params }) => {
    await removeView(ctx, actor, params.id)
    return { success: true as const, message: 'View deleted' }
  }),
  route(api.restoreLeadView, async ({ actor, params }) => ({
    data: await restoreView(ctx, actor, params.id),
    message: 'View restored',
  })),
  route(api.chooseLeadView, async ({ actor, body }) => {
    const { type, ...choice } = body
    await chooseView(ctx, actor, canonicalListType(type), choice)
    return { success: true as const }
  }),
]

export const viewsModule = defineModule({
  routes: (ctx) => viewRoutes(ctx),
  kitParts: [viewsKitPart],
  housekeeping: (ctx) => ({ views: () => removeOldViews(ctx.db) }),
})
