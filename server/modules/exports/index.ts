import { exportAgain, exportList } from '#contract/files.ts'
import { route } from '#server/platform/http/route.ts'
import type { ExportsService } from './exports-service.ts'

export { createExportsService, type ExportsService } from './exports-service.ts'
export { exportFilesJob } from './kept-files.ts'

export const exportRoutes = (exports: ExportsService) => [
  route(exportList, async ({ actor, body }) => ({ data: await exports.create(actor, body) })),
  route(exportAgain, async ({ actor, params }) => ({ data: await exports.again(actor, params.id) })),
]
