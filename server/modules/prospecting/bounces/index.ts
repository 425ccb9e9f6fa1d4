import { defineModule } from '#server/platform/module.ts'
import { bounceImportExecutor } from './bounce-import.ts'
import { bounceRoutes } from './bounces-routes.ts'

export const bouncesModule = defineModule({
  routes: bounceRoutes,
  executors: (ctx) => [bounceImportExecutor(ctx)],
})
