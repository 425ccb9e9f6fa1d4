import { defineModule } from '#server/platform/module.ts'
import { leadImportExecutor } from './lead-import-executor.ts'
import { leadImportRoutes } from './lead-imports-routes.ts'
import { rejectedLeadsDownloader } from './rejected-download.ts'

export { importFields } from './fields.ts'
export { guessMapping } from './guess-mapping.ts'
export { readCountry } from './import-input.ts'
export { completeMapping, findSpares, plannedCells, spareCells } from './plan-columns.ts'
export { OPTED_OUT, planRows, readRow, type Values } from './read-row.ts'
export { resolveRows, takeImportTurn } from './resolve-rows.ts'
export { peopleOptedOut } from './signals.ts'
export { makeFields } from './start-import.ts'

export const leadImportsModule = defineModule({
  routes: leadImportRoutes,
  executors: (ctx) => [leadImportExecutor(ctx)],
  downloaders: (ctx) => [rejectedLeadsDownloader(ctx)],
})
