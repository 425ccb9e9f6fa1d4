import { defineModule } from '#server/platform/module.ts'
import { labelsKitPart } from './labels-kit.ts'
import { labelRoutes } from './labels-routes.ts'

export { listLabels } from './labels.ts'
export { setLabels, writeLabels } from './set-labels.ts'

export const labelsModule = defineModule({
  routes: (ctx) => labelRoutes(ctx),
  kitParts: [labelsKitPart],
})
