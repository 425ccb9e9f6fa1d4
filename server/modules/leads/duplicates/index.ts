import { defineModule } from '#server/platform/module.ts'
import { duplicateRoutes } from './duplicates-routes.ts'

export const duplicatesModule = defineModule({ routes: (ctx) => duplicateRoutes(ctx) })
