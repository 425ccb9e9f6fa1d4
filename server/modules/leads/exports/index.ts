import { exportAgain, exportedEmails, exportList } from '#contract/core/files.ts'
import {
  changeExportTemplate,
  createExportTemplate,
  deleteExportTemplate,
  exportTemplates,
} from '#contract/leads/export-templates.ts'
import { exportHistory, repeatExport } from '#contract/leads/exports.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { route } from '#server/platform/http/route.ts'
import type { ExportsService } from './exports-service.ts'
import type { ExportTemplates } from './templates-service.ts'

export {
  exportFileNames,
  exportFilesAfter,
  findExportFile,
  finishExportFile,
  forgetExportFile,
  insertExportFile,
  removeExportFile,
} from './export-files-store.ts'
export { csvFile, type ExportShape, exportFields } from './export-rows.ts'
export { carryExports, exportedEntities } from './exported-leads-store.ts'
export { createExportsService, type ExportsService } from './exports-service.ts'
export { expireValuesJob, exportFilesJob } from './stored-files.ts'
export { createExportTemplates } from './templates-service.ts'

export const exportRoutes = (exports: ExportsService, templates: ExportTemplates) => [
  route(exportList, async ({ actor, body }) => ({ data: await exports.create(actor, body) })),
  route(exportedEmails, async ({ actor, body }) => ({ data: await exports.countEmails(actor, body) })),
  route(exportAgain, async ({ actor, params }) => ({ data: await exports.redownload(actor, params.id) })),
  route(exportHistory, ({ actor, query }) => exports.history(actor, query)),
  route(repeatExport, async ({ actor, params }) => ({ data: await exports.repeat(actor, params.id) })),
  route(exportTemplates, async ({ actor, query }) => ({
    data: await templates.list(actor, canonicalListType(query.type)),
  })),
  route(createExportTemplate, async ({ actor, body }) => ({
    data: await templates.create(actor, { ...body, type: canonicalListType(body.type) }),
    message: 'Template saved',
  })),
  route(changeExportTemplate, async ({ actor, params, body }) => ({
    data: await templates.change(actor, params.id, body),
    message: 'Template saved',
  })),
  route(deleteExportTemplate, async ({ actor, params }) => {
    await templates.remove(actor, params.id)
    return { success: true as const, message: 'Template deleted' }
  }),
]
