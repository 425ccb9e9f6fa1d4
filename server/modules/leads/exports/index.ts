import { exportAgain, exportedEmails, exportList } from '#contract/core/files.ts'
import * as api from '#contract/leads/export-templates.ts'
import { exportHistory, repeatExport } from '#contract/leads/exports.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { data, route } from '#server/platform/http/route.ts'
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
export { allExported, carryExports, exportedEntities } from './exported-leads-store.ts'
export { createExportsService, type ExportsService } from './exports-service.ts'
export { expireValuesJob, exportFilesJob } from './stored-files.ts'
export { createExportTemplates } from './templates-service.ts'

export const exportRoutes = (exports: ExportsService, templates: ExportTemplates) => [
  route(exportList, ({ actor, body }) => data(exports.create(actor, body))),
  route(exportedEmails, ({ actor, body }) => data(exports.countEmails(actor, body))),
  route(exportAgain, ({ actor, params }) => data(exports.redownload(actor, params.id))),
  route(exportHistory, ({ actor, query }) => exports.history(actor, query)),
  route(repeatExport, ({ actor, params }) => data(exports.repeat(actor, params.id))),
  route(api.exportTemplates, ({ actor, query }) =>
    data(templates.list(actor, canonicalListType(query.type))),
  ),
  route(api.createExportTemplate, async ({ actor, body }) => ({
    data: await templates.create(actor, { ...body, type: canonicalListType(body.type) }),
    message: 'Template saved',
  })),
  route(api.changeExportTemplate, async ({ actor, params, body }) => ({
    data: await templates.change(actor, params.id, body),
    message: 'Template saved',
  })),
  route(api.deleteExportTemplate, async ({ actor, params }) => {
    await templates.remove(actor, params.id)
    return { success: true as const, message: 'Template deleted' }
  }),
]
