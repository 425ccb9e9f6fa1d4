import * as api from '#contract/privacy/suppression.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { erasureExecutor } from './erasure-executor.ts'
import { listErasures, previewErasure, showErasure, startErasure } from './erasures.ts'

export { NOT_SEARCHED } from './person-tables.ts'

const erasureRoutes = (ctx: Context) => [
  route(api.previewErasure, async ({ actor, body }) => ({
    data: { removed: await previewErasure(ctx, actor, body) },
  })),
  route(api.erasePerson, async ({ actor, body }) => ({
    data: await startErasure(ctx, actor, body),
    message: 'Erasure started',
  })),
  route(api.erasures, ({ actor, query }) => listErasures(ctx, actor, query)),
  route(api.showErasure, ({ actor, params }) => data(showErasure(ctx, actor, params.id))),
]

export const erasureModule = defineModule({
  routes: erasureRoutes,
  executors: (ctx) => [erasureExecutor(ctx)],
})
