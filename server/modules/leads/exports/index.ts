import { exportAgain, exportedEmails, exportList } from '#contract/core/files.ts'
import * as api from '#contract/leads/export-templates.ts'
import * as exportsApi from '#contract/leads/exports.ts'
import { exportHistory } from '#contract/leads/exports.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { eventFile } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { scheduledJob } from '#server/platform/queue/queue.ts'
import { expireLeadValues } from './expire-lead-values.ts'
import { exportRunExecutor } from './export-executor.ts'
import { listExports, repeatExport } from './export-history.ts'
import {
  changeExportTemplate,
  createExportTemplate,
  listExportTemplates,
  removeExportTemplate,
} from './export-templates.ts'
import { exportTemplatesKitPart } from './export-templates-kit.ts'
import { redownloadExport, storedFileDownloader } from './repeat-download.ts'
import { countEmailsToExport, startExport } from './start-export.ts'
import { findStoredFile, removeExpiredExports } from './stored-files.ts'
import { exportDownloader } from './stream-export.ts'

export { expireLeadValues } from './expire-lead-values.ts'
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
export {
  countExportFiles,
  forgetExportFiles,
  removeExpiredExports,
  removeExportFiles,
} from './stored-files.ts'

const exportRoutes = (ctx: Context) => [
  route(exportList, ({ actor, body }) => data(startExport(ctx, actor, body))),
  route(exportedEmails, ({ actor, body }) => data(countEmailsToExport(ctx, actor, body))),
  route(exportAgain, ({ actor, params }) => data(redownloadExport(ctx, actor, params.id))),
  route(exportHistory, ({ actor, query }) => listExports(ctx, actor, query)),
  route(exportsApi.repeatExport, ({ actor, params }) => data(repeatExport(ctx, actor, params.id))),
  route(api.exportTemplates, ({ actor, query }) =>
    data(listExportTemplates(ctx, actor, canonicalListType(query.type))),
  ),
  route(api.createExportTemplate, async ({ actor, body }) => ({
    data: await createExportTemplate(ctx, actor, { ...body, type: canonicalListType(body.type) }),
    message: 'Template saved',
  })),
  route(api.changeExportTemplate, async ({ actor, params, body }) => ({
    data: await changeExportTemplate(ctx, actor, params.id, body),
    message: 'Template saved',
  })),
  route(api.deleteExportTemplate, async ({ actor, params }) => {
    await removeExportTemplate(ctx, actor, params.id)
    return { success: true as const, message: 'Template deleted' }
  }),
]

/** The file of an export as data of webhook events. */
async function describeExportFile(ctx: Context, accountId: number, runId: number) {
  const file = await findStoredFile(ctx, accountId, runId)
  if (!file) return null
  const expires_at = file.expires_at.toISOString()
  return { bytes: file.bytes, expires_at, download: `POST /api/exports/${runId}/ticket` }
}

export const exportsModule = defineModule({
  routes: (ctx) => exportRoutes(ctx),
  executors: () => [exportRunExecutor],
  kitParts: [exportTemplatesKitPart],
  downloaders: (ctx) => [exportDownloader(ctx), storedFileDownloader(ctx)],
  jobs: (ctx) => [
    // Every quarter of an hour: expired files.
    scheduledJob({
      name: 'exports.remove-expired',
      cron: '*/15 * * * *',
      retries: 0,
      handle: () => removeExpiredExports(ctx),
    }),
    // Every hour: values whose retention has ended.
    scheduledJob({
      name: 'leads.expire-values',
      cron: '7 * * * *',
      retries: 3,
      handle: () => expireLeadValues(ctx),
    }),
  ],
  on: [eventFile.answer((ctx, { accountId, runId }) => describeExportFile(ctx, accountId, runId))],
})
