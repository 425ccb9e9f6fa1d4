import * as api from '#contract/leads/custom-fields.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { CustomFieldsService } from './custom-fields-service.ts'

export {
  type CustomFieldsService,
  createCustomFieldsService,
  customFieldsOf,
  presentCustomField,
} from './custom-fields-service.ts'
export { findCustomFields } from './custom-fields-store.ts'

export const customFieldRoutes = (fields: CustomFieldsService) => [
  route(api.customFields, ({ actor }) => data(fields.list(actor))),
  route(api.createCustomField, ({ actor, body }) => data(fields.create(actor, body))),
  route(api.renameCustomField, ({ actor, params, body }) =>
    data(fields.rename(actor, params.id, body.label)),
  ),
  route(api.deleteCustomField, async ({ actor, params }) => {
    await fields.remove(actor, params.id)
    return { success: true as const, message: 'Field deleted' }
  }),
  route(api.restoreCustomField, ({ actor, params }) => data(fields.restore(actor, params.id))),
]
