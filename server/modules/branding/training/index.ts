import { BIN_DAYS } from '#contract/core/constants.ts'
import { defineModule } from '#server/platform/module.ts'
import { removeDeletedPages } from './content-store.ts'
import { trainingKitParts } from './training-kit.ts'
import { trainingRoutes } from './training-routes.ts'

export { findTrainingFile } from './files-store.ts'

export const trainingModule = defineModule({
  routes: trainingRoutes,
  kitParts: trainingKitParts,
  housekeeping: (ctx) => ({ 'training pages': () => removeDeletedPages(ctx.db, BIN_DAYS) }),
})
