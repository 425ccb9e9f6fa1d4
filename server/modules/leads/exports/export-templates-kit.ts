import type { KitContent } from '#contract/admin/kit-document.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { byKitName, defineKitPart, readTypedName, typedName } from '#server/platform/kit-part.ts'
import { changeExportTemplate, createExportTemplate, removeExportTemplate } from './export-templates.ts'
import { findTemplates } from './templates-store.ts'

export const exportTemplatesKitPart = defineKitPart<KitContent<'export_templates'>>({
  name: 'export_templates',
  module: 'leads',
  async list(ctx, actor) {
    const rows = []
    for (const type of LIST_TYPE_IDS) rows.push(...(await findTemplates(ctx.db, actor, type)))
    return byKitName(
      rows.filter((row) => row.is_shared),
      (row) => typedName(row.list_type, row.name),
      ({ id, choices }) => ({ id, content: choices }),
    )
  },
  create(ctx, actor, key, choices) {
    const { type, name } = readTypedName<ListTypeId>(key)
    return createExportTemplate(ctx, actor, { type, name, is_shared: true, choices })
  },
  change: (ctx, actor, id, choices) => changeExportTemplate(ctx, actor, id, { choices }),
  remove: removeExportTemplate,
})
