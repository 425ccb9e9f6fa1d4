import { defineModule } from '#server/platform/module.ts'
import { statementRoutes } from './statement-routes.ts'
import { usageFile } from './usage.ts'

export const statementsModule = defineModule({
  routes: statementRoutes,
  downloaders: (ctx) => [usageFile.downloader(ctx)],
})
