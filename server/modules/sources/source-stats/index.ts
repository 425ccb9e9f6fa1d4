import { defineModule } from '#server/platform/module.ts'
import { sourceStatsRoutes } from './source-stats-routes.ts'

export const sourceStatsModule = defineModule({ routes: sourceStatsRoutes })

export { averageAttempts, findSourcesOfAddresses } from './source-stats.ts'
export { recordAttempts, recordFound } from './source-stats-store.ts'
