import * as api from '#contract/leads/custom-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import {
  changeCustomField,
  createCustomField,
  listCustomFields,
  removeCustomField,
  restoreCustomField,
} from './custom-fields.ts'
import { customFieldsKitPart } from './custom-fields-kit.ts'

export { findFieldDefinitions, makeCustomField, presentCustomField } from './custom-fields.ts'
export { findCustomFields } from './custom-fields-store.ts'

const customFieldRoutes = (ctx: Context) => [
  route(api.customFields, ({ actor }) => data(listCustomFields(ctx, actor))),
  route(api.createCustomField, ({ actor, body }) => data(createCustomField(ctx, actor, body))),
  route(api.changeCustomField, ({ actor, params, body }) =>
    data(changeCustomField(ctx, actor, params.id, body)),
  ),
  route(api.deleteCustomField, async ({ actor, params }) => {
    await removeCustomField(ctx, actor, params.id)
    return { success: true as const, message: 'Field deleted' }
  }),
  route(api.restoreCustomField, ({ actor, params }) => data(restoreCustomField(ctx, actor, params.id))),
]

export const customFieldsModule = defineModule({
  routes: (ctx) => customFieldRoutes(ctx),
  kitParts: [customFieldsKitPart],
})
