import { defineModule } from '#server/platform/module.ts'
import { statementRoutes } from './statement-routes.ts'
import { usageDownloader } from './usage.ts'

export const statementsModule = defineModule({
  routes: statementRoutes,
  downloaders: (ctx) => [usageDownloader(ctx.db)],
})
