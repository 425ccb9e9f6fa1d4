import * as api from '#contract/leads/services.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import * as change from './change-services.ts'
import { listServices } from './find-services.ts'
import { servicesKitPart } from './services-kit.ts'
import { removeOldServices } from './services-store.ts'

export { findServices, getServices } from './find-services.ts'

const serviceRoutes = (ctx: Context) => [
  route(api.services, ({ actor }) => listServices(ctx, actor)),
  route(api.createService, async ({ actor, body }) => ({
    data: await change.createService(ctx, actor, body),
    message: 'Service added',
  })),
  route(api.setServices, async ({ actor, body }) => ({
    data: await change.setServices(ctx, actor, body.services),
    message: 'Services saved',
  })),
  route(api.changeService, async ({ actor, params, body }) => ({
    data: await change.changeService(ctx, actor, params.id, body),
    message: 'Service saved',
  })),
  route(api.deleteService, async ({ actor, params }) => {
    await change.removeService(ctx, actor, params.id)
    return { success: true as const, message: 'Service deleted' }
  }),
  route(api.restoreService, ({ actor, params }) => data(change.restoreService(ctx, actor, params.id))),
]

export const servicesModule = defineModule({
  routes: (ctx) => serviceRoutes(ctx),
  kitParts: [servicesKitPart],
  housekeeping: (ctx) => ({ services: () => removeOldServices(ctx.db) }),
})
