import { runSources, sourceStats } from '#contract/sources/source-stats.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { SourceStatsService } from './source-stats-service.ts'

export { createSourceStats, type SourceStatsService } from './source-stats-service.ts'

export const sourceStatsRoutes = (stats: SourceStatsService) => [
  route(sourceStats, ({ actor, query }) => stats.show(actor, query.days)),
  route(runSources, ({ actor, query }) => data(stats.ofRuns(actor, query.run_ids.split(',').map(Number)))),
]
