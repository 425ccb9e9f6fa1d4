import { defineModule } from '#server/platform/module.ts'
import { waterfallExecutor } from './waterfall-executor.ts'
import { waterfallsKitPart } from './waterfalls-kit.ts'
import { waterfallRoutes } from './waterfalls-routes.ts'

export const waterfallsModule = defineModule({
  routes: waterfallRoutes,
  executors: (ctx) => [waterfallExecutor(ctx)],
  kitParts: [waterfallsKitPart],
})

export { forgetAnswers } from './lookups-store.ts'
export { quoteLead } from './quote-lead.ts'
export { startWaterfall } from './start-waterfall.ts'
export { listWaterfalls } from './waterfall-settings.ts'
