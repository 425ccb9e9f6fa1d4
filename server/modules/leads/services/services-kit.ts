import type { KitContent } from '#contract/admin/kit-document.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { changeService, createService, removeService } from './change-services.ts'
import { findOwnServices } from './services-store.ts'

/** An account’s own services: those of its seller reach it without a kit. */
export const servicesKitPart = defineKitPart<KitContent<'services'>>({
  name: 'services',
  module: 'leads',
  async list(ctx, { accountId }) {
    const rows = await findOwnServices(ctx.db, accountId)
    return byKitName(
      rows,
      ({ name }) => name,
      ({ id, signals }) => ({ id, content: { signals } }),
    )
  },
  create: (ctx, actor, name, { signals }) => createService(ctx, actor, { name, template: null, signals }),
  change: changeService,
  remove: removeService,
})
