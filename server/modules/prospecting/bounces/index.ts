import { leadsBounced } from '#server/modules/leads/crm/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { bounceImportExecutor } from './bounce-import.ts'
import { recordSenderBounces } from './bounces.ts'
import { bounceRoutes } from './bounces-routes.ts'

export const bouncesModule = defineModule({
  routes: bounceRoutes,
  on: [leadsBounced.on(recordSenderBounces)],
  executors: (ctx) => [bounceImportExecutor(ctx)],
})
