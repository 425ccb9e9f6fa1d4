import { exportList } from '#contract/files.ts'
import { route } from '#server/platform/http/route.ts'
import type { ExportsService } from './exports-service.ts'

export { createExportsService, type ExportsService } from './exports-service.ts'

export const exportRoutes = (exports: ExportsService) => [
  route(exportList, async ({ actor, body }) => ({ data: await exports.create(actor, body) })),
]
