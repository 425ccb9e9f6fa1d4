import type { KitContent } from '#contract/admin/kit-document.ts'
import { conflict } from '#server/platform/errors.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import {
  changeCustomField,
  createCustomField,
  removeCustomField,
  restoreCustomField,
} from './custom-fields.ts'
import { findCustomFields, findDeletedField } from './custom-fields-store.ts'

/** Custom fields by their names in filters, which a kit keeps: its views and rules name them. */
export const customFieldsKitPart = defineKitPart<KitContent<'custom_fields'>>({
  name: 'custom_fields',
  module: 'leads',
  async list(ctx, { accountId }) {
    const rows = await findCustomFields(ctx.db, accountId)
    return byKitName(
      rows,
      ({ name }) => name,
      ({ id, label, kind, choices }) => ({ id, content: { label, kind, choices } }),
    )
  },
  async create(ctx, actor, name, { label, kind, choices }) {
    // A name never gets another meaning, so one that was deleted comes back with its values.
    const deleted = await findDeletedField(ctx.db, actor.accountId, name)
    if (!deleted) return createCustomField(ctx, actor, { name, label, kind, ...(choices && { choices }) })
    if (deleted.kind !== kind) throw conflict(`“${name}” was the name of a field of another type`)
    await restoreCustomField(ctx, actor, deleted.id)
    return changeCustomField(ctx, actor, deleted.id, { label, choices })
  },
  async change(ctx, actor, id, { label, kind, choices }, name) {
    const field = (await findCustomFields(ctx.db, actor.accountId)).find((row) => row.id === id)
    if (field?.kind !== kind)
      throw conflict(
        `The field “${name}” is of type ${field?.kind}, and its type can’t be changed to ${kind}`,
      )
    return changeCustomField(ctx, actor, id, { label, choices })
  },
  remove: removeCustomField,
})
