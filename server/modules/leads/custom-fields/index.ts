import * as api from '#contract/leads/custom-fields.ts'
import { route } from '#server/platform/http/route.ts'
import type { CustomFieldsService } from './custom-fields-service.ts'

export {
  type CustomFieldsService,
  createCustomFieldsService,
  customFieldsOf,
  presentCustomField,
} from './custom-fields-service.ts'
export { findCustomFields } from './custom-fields-store.ts'

export const customFieldRoutes = (fields: CustomFieldsService) => [
  route(api.customFields, async ({ actor }) => ({ data: await fields.list(actor) })),
  route(api.createCustomField, async ({ actor, body }) => ({ data: await fields.create(actor, body) })),
  route(api.renameCustomField, async ({ actor, params, body }) => ({
    data: await fields.rename(actor, params.id, body.label),
  })),
  route(api.deleteCustomField, async ({ actor, params }) => {
    await fields.remove(actor, params.id)
    return { success: true as const, message: 'Field deleted' }
  }),
  route(api.restoreCustomField, async ({ actor, params }) => ({
    data: await fields.restore(actor, params.id),
  })),
]
