import { defineModule } from '#server/platform/module.ts'
import { leadImportExecutor } from './lead-import-executor.ts'
import { leadImportRoutes } from './lead-imports-routes.ts'
import { rejectedLeadsDownloader } from './rejected-download.ts'

export { planRows, readRow, type Values } from './read-row.ts'
export { resolveRows, takeImportTurn } from './resolve-rows.ts'
export { peopleOptedOut } from './signals.ts'

export const leadImportsModule = defineModule({
  routes: leadImportRoutes,
  executors: (ctx) => [leadImportExecutor(ctx)],
  downloaders: (ctx) => [rejectedLeadsDownloader(ctx)],
})
